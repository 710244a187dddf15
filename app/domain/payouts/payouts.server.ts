/** The door of payouts: everything that routes, API and jobs may do with them. */

export { type ResultsReport, type ResultsTaken, takeBankResults } from "./bank-files/bank-results.server.ts";
export { type PayoutFile, payoutReference } from "./bank-files/payout-files.ts";
export {
  type AdminPayout,
  countPayoutWork,
  findBatch,
  findDeskPayout,
  listBatches,
  listDeskPayouts,
  listOpenPayoutData,
  listPayoutDataQueue,
  listWaitingPayouts,
  openPayoutDataCase,
  PAYOUT_STATUSES,
  type PayoutStatus,
} from "./batches/admin-queries.server.ts";
export { fetchBatchFile, type MadeBatch, makeBatch } from "./batches/batches.server.ts";
export {
  markBounced,
  markFailed,
  markPaid,
  needsSecondOperator,
  type OutcomeMarked,
} from "./batches/transitions.server.ts";
export {
  hasKeptPayoutData,
  type KeptPayoutData,
  openKeptPayoutData,
} from "./destinations/kept-payout-data.server.ts";
export {
  type CodeOutcome,
  confirmPayoutData,
  type DetailsDecision,
  decidePayoutData,
  findPayoutData,
  hasOpenPayout,
  openPayoutDetails,
  type PayoutDataRequest,
  requestPayoutData,
  type ShownDetails,
} from "./destinations/payout-data.server.ts";
export { findPayoutFreeze, liftPayoutFreeze } from "./monthly-run/freezes.server.ts";
export {
  isMonthlyRunDue,
  type MonthlyRun,
  payoutPeriod,
  payThoseWhoWaited,
  runMonthlyPayouts,
} from "./monthly-run/monthly-run.server.ts";
export {
  type CurrencyMoney,
  findPayout,
  getMoney,
  getPayoutSettings,
  type ListedPayout,
  listPayouts,
  nextPayoutDay,
  type PayoutSettings,
} from "./requests/overview.server.ts";
export type { PayoutMethod, PayoutRail } from "./requests/payout-fees.ts";
export { maskedDestinationOf, type PayoutPromise, payoutPromise } from "./requests/payout-promise.ts";
export {
  automaticMinimum,
  payOutLocked,
  quoteWithdrawal,
  requestWithdrawal,
  type Withdrawal,
  type WithdrawalQuote,
  type WithdrawalRefusal,
} from "./requests/withdrawals.server.ts";
export {
  issueMonthStatements,
  lastMonth,
  listMonthStatements,
  readMonthStatement,
} from "./statements/month-statements.server.ts";
export { issueStatement, readStatement, readStatementAsOperator } from "./statements/statements.server.ts";
