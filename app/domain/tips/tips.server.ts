/** The door of tips: everything that routes, API and jobs may do with them. */
export { type ConfirmOutcome, confirmTip } from "./checkout.server.ts";
export {
  findDraft,
  isEditable,
  saveDetails,
  savePaymentChoice,
  startTip,
  type TipDraft,
} from "./drafts.server.ts";
export { expireTips } from "./expiry.server.ts";
export { addItem, reviewItem } from "./items.server.ts";
export { releaseMatured } from "./maturing.server.ts";
export { applyPaymentNews } from "./payment-news.server.ts";
export { findReceipt, type Receipt } from "./receipt.server.ts";
export { activateOverdueReviews } from "./review.server.ts";
