export {
  countItemQueue,
  findItemReview,
  listItemReviews,
  listOpenItems,
  listOverdueItems,
  readReviewedItemImage,
} from "./item-queue.server.ts";
export { acceptItem, addItem, declineItem } from "./item-reviews.server.ts";
