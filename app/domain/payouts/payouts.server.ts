/** The door of payouts: everything that routes, API and jobs may do with them. */

export { type ResultsReport, takeBankResults } from "./bank-files/bank-results.server.ts";
export type { FileFault } from "./bank-files/file-fault.ts";
export { payoutReference } from "./bank-files/payout-files.ts";
export { listBankBalances } from "./bank-statements/bank-balances.server.ts";
export {
  countBankExceptions,
  findBankException,
  findBankStatement,
  findReturnStatement,
  listBankEntries,
  listBankExceptions,
  listBankStatements,
  settleBankException,
} from "./bank-statements/bank-desk.server.ts";
export {
  findBankGap,
  listBankGaps,
  settleBankGap,
} from "./bank-statements/statement-gaps.server.ts";
export { takeStatements } from "./bank-statements/statement-import.server.ts";
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
export { dissolveBatch, releaseBatch } from "./batches/batch-release.server.ts";
export { type BatchServices, fetchBatchFile, makeBatch } from "./batches/batches.server.ts";
export { isTooLargeForMaker, markBounced, markFailed, markPaid } from "./batches/mark-payouts.server.ts";
export { confirmAcceptedData } from "./batches/own-payout-data.server.ts";
export {
  countLateReturns,
  dropReportedReturn,
  listReportedReturns,
} from "./batches/reported-returns.server.ts";
export { type OutcomeServices, settle, settleStep } from "./batches/transitions.server.ts";
export { withdrawBatch, withdrawBatchApproved } from "./batches/withdrawn-batches.server.ts";
export {
  hasKeptPayoutData,
  openKeptPayoutData,
} from "./destinations/kept-payout-data.server.ts";
export {
  confirmPayoutData,
  decidePayoutData,
  findPayoutData,
  hasOpenPayout,
  openPayoutDetails,
  requestPayoutData,
  type ShownDetails,
} from "./destinations/payout-data.server.ts";
export { reportedAccounts } from "./destinations/reported-accounts.server.ts";
export {
  findFreezeById,
  findPayoutFreeze,
  liftApprovedFreeze,
  liftPayoutFreeze,
} from "./monthly-run/freezes.server.ts";
export {
  isMonthlyRunDue,
  payThoseWhoWaited,
  runMonthlyPayouts,
} from "./monthly-run/monthly-run.server.ts";
export {
  findLeaverMoney,
  giveUpLeft,
  type LeaverMoney,
  listLeaversWithMoney,
} from "./requests/leavers.server.ts";
export {
  type CurrencyMoney,
  expectedPayout,
  findPayout,
  getMoney,
  getPayoutSettings,
  type ListedPayout,
  listOpenPayouts,
  listPayouts,
  nextPayoutDay,
} from "./requests/overview.server.ts";
export type { PayoutMethod, PayoutRail } from "./requests/payout-fees.ts";
export { maskedDestinationOf, type PayoutPromise, payoutPromise } from "./requests/payout-promise.ts";
export {
  payOutLocked,
  quoteWithdrawal,
  requestWithdrawal,
  type WithdrawalQuote,
  type WithdrawalRefusal,
} from "./requests/withdrawals.server.ts";
export { readCancellation, readCancellationAsOperator } from "./statements/cancellations.server.ts";
export { issueCreditNotes } from "./statements/credit-notes.server.ts";
export {
  findLeaversStatements,
  leaveForGood,
  listKeptStatements,
  openKeptStatement,
  readLeaversStatement,
  readOpenedStatement,
  searchLeavers,
} from "./statements/leaving.server.ts";
export {
  issueMonthStatements,
  lastMonth,
  listMonthStatements,
  readMonthStatement,
} from "./statements/month-statements.server.ts";
export { issueStatement, readStatement, readStatementAsOperator } from "./statements/statements.server.ts";
