export {
  REVIEW_VIEWS,
  type ReviewReason,
  type ReviewView,
  readReviewReason,
  reviewContent,
  reviewDue,
} from "./review-content.ts";
