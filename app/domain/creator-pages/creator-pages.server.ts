export { findPageWords, savePageWords } from "./page-words.server.ts";
export { findWordsReview, listOverdueWords, listWordsReviews } from "./words-queue.server.ts";
export { acceptWords, declineWords, removePageWords } from "./words-review.server.ts";
