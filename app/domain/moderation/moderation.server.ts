export { tipIsHidden } from "./hidden-tips.server.ts";
export {
  REVIEW_VIEWS,
  type ReviewReason,
  type ReviewView,
  reviewContent,
  reviewDue,
} from "./review-content.ts";
export {
  countReviewQueue,
  listOpenReviews,
  type ReviewDecision,
  type ReviewedContent,
  readReviewedImage,
  readReviewPage,
  reviewedContent,
} from "./review-queue.server.ts";
