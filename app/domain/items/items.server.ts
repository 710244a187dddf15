export {
  findItemReview,
  listItemReviews,
  listOverdueItems,
} from "./item-queue.server.ts";
export { acceptItem, addItem, declineItem } from "./item-reviews.server.ts";
