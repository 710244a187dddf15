/** The door of payouts: everything that routes, API and jobs may do with them. */

export {
  countPayoutWork,
  type DeskPayout,
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
} from "./back-office.server.ts";
export { type ResultsReport, type ResultsTaken, takeBankResults } from "./bank-results.server.ts";
export { fetchBatchFile, type MadeBatch, makeBatch } from "./batches.server.ts";
export { findPayoutFreeze, liftPayoutFreeze } from "./freezes.server.ts";
export { hasKeptPayoutData, type KeptPayoutData, openKeptPayoutData } from "./kept-payout-data.server.ts";
export {
  issueMonthStatements,
  lastMonth,
  listMonthStatements,
  readMonthStatement,
} from "./month-statements.server.ts";
export {
  isMonthlyRunDue,
  type MonthlyRun,
  payoutPeriod,
  payThoseWhoWaited,
  runMonthlyPayouts,
} from "./monthly-run.server.ts";
export {
  markBounced,
  markFailed,
  markPaid,
  needsSecondOperator,
  type OutcomeMarked,
} from "./outcomes.server.ts";
export {
  type CurrencyMoney,
  findPayout,
  getMoney,
  getPayoutWishes,
  type ListedPayout,
  listPayouts,
  nextPayoutDay,
  type PayoutWishes,
} from "./overview.server.ts";
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
} from "./payout-data.server.ts";
export { isReverseCharge, type PayoutMethod, type PayoutRail } from "./payout-fees.ts";
export { type PayoutFile, payoutReference } from "./payout-files.ts";
export { destinationHint, type PayoutPromise, payoutPromise } from "./payout-promise.ts";
export { issueStatement, readStatement, readStatementAsOperator } from "./statements.server.ts";
export {
  automaticMinimum,
  payOutLocked,
  quoteWithdrawal,
  requestWithdrawal,
  type Withdrawal,
  type WithdrawalQuote,
  type WithdrawalRefusal,
} from "./withdrawals.server.ts";
