export { giveBack } from "./give-back.server.ts";
export { endChargebackWhenRepaid, releaseDueFunds, repayFromAvailable } from "./maturing.server.ts";
export { pendingShard } from "./pending-shard.ts";
export { settleTip } from "./settle-tip.server.ts";
export { recoverWrittenOff, writeOff, writeOffApproved } from "./write-off.server.ts";
