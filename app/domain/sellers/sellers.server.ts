export { dac7Message } from "./dac7-message.ts";
export { type ReportedSeller, reportedSellers } from "./reported-sellers.server.ts";
export {
  findSellerNotice,
  findWantedDetails,
  judgeSellers,
  noteSellers,
} from "./seller-notices.server.ts";
export {
  findTaxDetails,
  keepTaxDetails,
  saveTaxDetails,
} from "./tax-details.server.ts";
