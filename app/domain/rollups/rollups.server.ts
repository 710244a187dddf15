/** The door of the roll-ups: what tips come to by day, month and fan, and what waits, kept by the transactions that pay and reverse. */
export { checkRollups, rebuildRollups } from "./check-rollups.server.ts";
export { countTip } from "./count-tip.server.ts";
export { WAITING_KEY } from "./counted-shares.ts";
export { countGroupTip } from "./group-totals.server.ts";
export { keepLastRanks, turnRankDay } from "./last-ranks.server.ts";
export { recountTip } from "./recount-tip.server.ts";
export { slideThirtyDays, THIRTY_DAYS_KEY } from "./thirty-days.server.ts";
export {
  listMaturing,
  recountWaiting,
  sumWaitingByMonth,
  takeFromWaiting,
} from "./waiting-totals.server.ts";
