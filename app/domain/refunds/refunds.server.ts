export { listUnfinishedRefunds, type UnfinishedRefund } from "./open-refunds.server.ts";
export { importProviderRefunds, markRefunded, wasCredited } from "./provider-refunds.server.ts";
export type { RefundAsker, RefundPlan } from "./refund-plan.server.ts";
export {
  quoteRefund,
  refundApproved,
  refundTip,
} from "./refund-tip.server.ts";
export { quoteVoucher, refundVoucher } from "./refund-voucher.server.ts";
export {
  currencyOf,
  lockAllocations,
  NOTHING,
  partByCharge,
  sumReversed,
  takeFromShares,
} from "./reversal-amounts.server.ts";
