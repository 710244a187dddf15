export { dayRates, heldForDebts, readPurses, type SetOffOffer } from "./debts.server.ts";
export { giveBack } from "./give-back.server.ts";
export { endChargebackWhenRepaid, releaseDueFunds, repayFromAvailable } from "./maturing.server.ts";
export { pendingShard } from "./pending-shard.ts";
export { findDebts, findSetOff, type SetOff, type ShownDebt, setOffDebt } from "./set-off.server.ts";
export { settleTip } from "./settle-tip.server.ts";
export { recoverWrittenOff, writeOff, writeOffApproved } from "./write-off.server.ts";
