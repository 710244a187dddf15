export {
  findItemReview,
  listItemReviews,
  listOverdueItems,
} from "./item-queue.server.ts";
export { acceptItem, addItem, declineItem } from "./item-reviews.server.ts";
export {
  createItem,
  deleteItem,
  findDeclinedItem,
  type ItemRevised,
  listOwnItems,
  moveItem,
  reviseItem,
} from "./own-items.server.ts";
