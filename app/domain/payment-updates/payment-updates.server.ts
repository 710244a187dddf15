export { applyPaymentUpdate, lookUpPayment } from "./apply-update.server.ts";
export type { OrderOutcome } from "./checkout.server.ts";
export { handleNews, sweepNews } from "./handle-news.server.ts";
export { processRefund, sendForgottenRefunds } from "./process-refund.server.ts";
export {
  reportApproved,
  reportOnPayment,
} from "./provider-reports.server.ts";
export { reconcilePayments } from "./reconcile.server.ts";
export { type ConfirmOutcome, confirmTip } from "./tip-checkout.server.ts";
export { confirmVoucher } from "./voucher-checkout.server.ts";
