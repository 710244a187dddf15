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
  findItemOwner,
  type ItemRevised,
  listOwnItems,
  moveItem,
  type OwnItem,
  reviseItem,
} from "./own-items.server.ts";
