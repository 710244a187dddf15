/** The door of retention: what is kept for how long and why, and the job that keeps to it. */
export { PRIVACY_GROUP_NAMES, type PrivacyGroup } from "./privacy-groups.ts";
export { RETENTION, type Retained } from "./retention-table.ts";
export { sweepRetention } from "./sweep.server.ts";
