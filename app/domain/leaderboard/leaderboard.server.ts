/** The door of the leaderboard: who stands where, now and in days, weeks and months that are over (docs/product.md, 8.3). */
export { type CreatorPlace, findOwnPlace, listCreators } from "./creators.server.ts";
export { type GroupPlace, listGroups } from "./groups.server.ts";
export { listHistory } from "./history.server.ts";
export type { Movement } from "./movement.ts";
