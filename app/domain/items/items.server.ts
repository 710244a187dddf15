export {
  findItemReview,
  type ItemUnderReview,
  listItemReviews,
  listOverdueItems,
  type ReviewedItem,
} from "./item-queue.server.ts";
export { acceptItem, addItem, declineItem } from "./item-reviews.server.ts";
