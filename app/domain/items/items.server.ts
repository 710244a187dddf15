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
export { acceptItem, addItem, declineItem } from "./item-reviews.server.ts";
