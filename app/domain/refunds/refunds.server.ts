export { markFullyRefunded, takeInRefunds } from "./provider-refunds.server.ts";
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
  leftOf,
  listAllocations,
  lockAllocations,
  NOTHING,
  type Part,
  partByCharge,
  partByTip,
  spread,
  sumGivenBack,
  type Whole,
} from "./reversal-amounts.server.ts";
