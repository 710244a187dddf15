export { endChargebackWhenRepaid, releaseDueFunds, repayFromAvailable } from "./maturing.server.ts";
export { settleTip } from "./settle-tip.server.ts";
export { recoverWrittenOff, writeOff, writeOffApproved } from "./write-off.server.ts";
