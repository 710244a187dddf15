export { listUnfinishedRefunds, type UnfinishedRefund } from "./open-refunds.server.ts";
export { importProviderRefunds, markRefunded } from "./provider-refunds.server.ts";
export type { RefundAsker, RefundPlan } from "./refund-plan.server.ts";
export {
  quoteRefund,
  refundApproved,
  refundTip,
} from "./refund-tip.server.ts";
export {
  lockAllocations,
  NOTHING,
  partByCharge,
  sumReversed,
} from "./reversal-amounts.server.ts";
