export { importProviderRefunds, markRefunded } from "./provider-refunds.server.ts";
export {
  quoteRefund,
  type RefundAsker,
  type RefundPlan,
  refundTip,
} from "./refund-tip.server.ts";
export {
  lockAllocations,
  NOTHING,
  partByCharge,
  spread,
  sumReversed,
} from "./reversal-amounts.server.ts";
