export { importProviderRefunds, markFullyRefunded } from "./provider-refunds.server.ts";
export {
  quoteRefund,
  type RefundAsker,
  type RefundOutcome,
  type RefundPlan,
  type RefundQuote,
  type RefundRefusal,
  refundTip,
  takeFrom,
  writeRefund,
} from "./refund-tip.server.ts";
export {
  type AllocationLeft,
  type ChargeBreakdown,
  leftOf,
  listAllocations,
  lockAllocations,
  NOTHING,
  partByCharge,
  partByTip,
  type ReversalBreakdown,
  spread,
  sumReversed,
} from "./reversal-amounts.server.ts";
