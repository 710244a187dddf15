export {
  failUnanswered,
  forgetLookups,
  listDuePayments,
  recordLookup,
} from "./payment-lookups.server.ts";
export {
  findPayment,
  findPaymentCurrencies,
  insertPayment,
  listPaymentsOfTip,
  listPaymentsOfVoucher,
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
export { answerCall } from "./provider-calls.server.ts";
export type { SettledKind } from "./provider-port.ts";
export { whileProviderAnswers } from "./provider-silence.ts";
export { payableCurrencies, quote } from "./quote.server.ts";
export {
  countUnseenFailures,
  failedNames,
  listUnseenFailures,
  recordRefundFailure,
  seeRefundFailure,
} from "./refund-failures.server.ts";
export {
  askProviderToRefund,
  countRefundsByHand,
  type FinishRefund,
  listForgottenRefunds,
  listRefundsByHand,
  markFailedLate,
  markRefund,
  RefundUnderWay,
  type SentRefund,
  sendRefund,
} from "./refunds.server.ts";
export { retryException, retryExceptions } from "./settlements/event-acts.server.ts";
export {
  findSettlementEvent,
  reverseEvent,
  reverseEventApproved,
} from "./settlements/event-reversal.server.ts";
export { isBeyondBounds } from "./settlements/judge-events.ts";
export { isOutside, takeOutside, takeOutsideApproved } from "./settlements/outside-events.server.ts";
export {
  countSettlementExceptions,
  findSettlement,
  findSettlementException,
  listSettlementEvents,
  listSettlementExceptions,
  listSettlements,
  listUnnamedPayments,
  settleSettlementException,
} from "./settlements/settlement-desk.server.ts";
export { fetchSettlement, orderSettlement } from "./settlements/settlement-fetch.server.ts";
export { importSettlement } from "./settlements/settlement-import.server.ts";
export {
  dropPreview,
  findPreview,
  listPreviews,
  previewSettlement,
  takePreview,
} from "./settlements/settlement-preview.server.ts";
export {
  type Booking,
  directionOf,
  isSameMoney,
  type Money,
  mayBe,
  type Transfer,
  wordsOf,
} from "./settlements/transfers.ts";
export { FAILURE_REASONS, isOpen, nextStep, PAYMENT_STATUSES, type PaymentStatus } from "./states.ts";
export {
  countUnhandledNews,
  listDueNews,
  listUnhandledNews,
  recordFailedTry,
  retryNews,
} from "./unhandled-news.server.ts";
export { walletsOf } from "./wallets.ts";
export { handleWebhookEvent, receiveWebhook, wasToldOfOther } from "./webhook-events.server.ts";
