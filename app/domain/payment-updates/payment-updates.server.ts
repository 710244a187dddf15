export { applyPaymentUpdate, lookUpPayment } from "./apply-update.server.ts";
export { type ConfirmOutcome, confirmTip } from "./checkout.server.ts";
export { handleNews, sweepNews } from "./handle-news.server.ts";
export { processRefund, sendForgottenRefunds } from "./process-refund.server.ts";
export { reconcilePayments } from "./reconcile.server.ts";
