/** The door of tips: everything that routes, API and jobs may do with them. */
export { announceDay, announceNewTips } from "./announce.server.ts";
export { type ConfirmOutcome, confirmTip } from "./checkout.server.ts";
export { exportAccount } from "./data-export.server.ts";
export {
  findDraft,
  isEditable,
  saveDetails,
  saveImage,
  savePaymentChoice,
  startTip,
  type TipDraft,
} from "./drafts.server.ts";
export { expireTips } from "./expiry.server.ts";
export {
  countItemQueue,
  findItemReview,
  type ItemUnderReview,
  listItemReviews,
  listOpenItems,
  listOverdueItems,
  type ReviewedItem,
  readReviewedItemImage,
} from "./item-queue.server.ts";
export { acceptItem, addItem, declineItem } from "./items.server.ts";
export { endChargebackWhenRepaid, releaseMatured } from "./maturing.server.ts";
export { applyPaymentNews, lookUpPayment } from "./payment-news.server.ts";
export {
  findPaidPayment,
  findPaymentFacts,
  searchPayments,
} from "./payment-search.server.ts";
export {
  findPaymentResult,
  findReceipt,
  isRecent,
  type PayersWords,
  type PaymentResult,
  type Receipt,
} from "./receipt.server.ts";
export { reconcilePayments } from "./reconcile.server.ts";
export { sendAnyRefund, sendForgottenRefunds } from "./refund-ends.server.ts";
export {
  quoteRefund,
  type RefundAsker,
  type RefundPlan,
  type RefundRefusal,
  refundTip,
} from "./refund-tip.server.ts";
export { acceptTip, activateOverdueReviews, declineTip } from "./review.server.ts";
export {
  countTipQueue,
  findTipReview,
  listOpenTips,
  listTipReviews,
  type ReviewedTip,
  readReviewedImage,
  type TipUnderReview,
} from "./review-queue.server.ts";
export { writeOff } from "./write-off.server.ts";
