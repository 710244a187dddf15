export {
  REVIEW_VIEWS,
  type ReviewDecision,
  type ReviewReason,
  type ReviewView,
  readReviewReason,
  reviewContent,
  reviewDue,
} from "./review-content.ts";
export {
  countReviewQueue,
  listOpenReviews,
  type ReviewedContent,
  readReviewedImage,
  readReviewPage,
  reviewedContent,
} from "./review-queue.server.ts";
