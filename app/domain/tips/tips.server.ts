export { announceDay, announceNewTips } from "./announce.server.ts";
export {
  findDraft,
  isEditable,
  saveDetails,
  saveImage,
  savePaymentChoice,
  startGroupTip,
  startTip,
  type TipDraft,
} from "./drafts.server.ts";
export { expireTips } from "./expiry.server.ts";
export { leaveFansImage, takeFansImage } from "./fans-image.server.ts";
export { maskEmail } from "./masked-email.ts";
export { findTipReceiver, listNamedFans, putOnPage, takeOffPage } from "./named-fans.server.ts";
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
export {
  type CameBack,
  hasRefunds,
  leftAfter,
  type ReceiptRefund,
  refundsOnReceipt,
  voucherEnd,
} from "./receipt-refunds.server.ts";
export {
  findReceivedTip,
  listNumberedTips,
  listReceivedTips,
  type ReceivedTip,
  readReceivedImage,
  streamReceivedTips,
} from "./received-tips.server.ts";
export type { ReplyRefusal } from "./reply-refusal.ts";
export { acceptTip, activateOverdueReviews, declineTip, returnToReview } from "./review.server.ts";
export {
  findTipReview,
  listTipReviews,
} from "./review-queue.server.ts";
export { stopThankYous } from "./stopped-thank-yous.server.ts";
export { type LockedTip, lockTipAndPayment, type TipAndPayment } from "./tip-and-payment.server.ts";
export type { HoldOnCreator, TipReceiver } from "./tip-receiver.ts";
export { markAllTipsRead, markTipRead, replyToTip } from "./tip-replies.server.ts";
export type { TipServices } from "./tip-services.ts";
export {
  type LockedRedemption,
  type LockedVoucher,
  lockVoucher,
  type VoucherStatus,
} from "./voucher-payment.server.ts";
