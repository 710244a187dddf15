/** The door of the leaderboard: who stands where, now and in days, weeks and months that are over (docs/product.md, 8.3). */
export { type CreatorPlace, findOwnPlace, listCreators, type OwnPlace } from "./creators.server.ts";
export { type GroupPlace, listGroups } from "./groups.server.ts";
export { listHistory, type PastPeriod } from "./history.server.ts";
export type { Movement } from "./movement.ts";
