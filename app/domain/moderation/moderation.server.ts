export {
  REVIEW_VIEWS,
  type ReviewDecision,
  type ReviewReason,
  type ReviewView,
  readReviewReason,
  reviewContent,
  reviewDue,
} from "./review-content.ts";
