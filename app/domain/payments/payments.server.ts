export {
  findPayment,
  findPaymentCurrencies,
  insertPayment,
  listPaymentsOfTip,
  listStalePayments,
  type Payment,
  recordPaymentEvent,
  recordRedirect,
} from "./payment-record.server.ts";
export {
  judgeStart,
  recordStart,
  type Starter,
  type StartJudgement,
} from "./payment-starts.server.ts";
export { whileProviderAnswers } from "./provider-silence.ts";
export { payableCurrencies, quote } from "./quote.server.ts";
export {
  type FinishRefund,
  listForgottenRefunds,
  markRefund,
  openRefund,
  RefundUnderWay,
  type SurplusReason,
  sendRefund,
} from "./refunds.server.ts";
export {
  importSettlement,
  listSettlements,
} from "./settlements.server.ts";
export { isOpen, nextStep, type PaymentStatus } from "./states.ts";
export { handleWebhookEvent, receiveWebhook } from "./webhook-events.server.ts";
