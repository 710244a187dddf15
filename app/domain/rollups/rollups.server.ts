/** The door of the roll-ups: what tips come to by day, month and fan, kept by the transactions that pay and reverse. */
export { checkRollups, rebuildRollups } from "./check-rollups.server.ts";
export { countTip } from "./count-tip.server.ts";
export { recountTip } from "./recount-tip.server.ts";
export { slideThirtyDays } from "./thirty-days.server.ts";
