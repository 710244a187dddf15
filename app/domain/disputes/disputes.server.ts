export { applyDisputes } from "./follow-disputes.server.ts";
