export { checkLedger } from "./ledger-checks.server.ts";
export {
  listOwing,
  listPostings,
  owedAndHeld,
  type PostedTransfer,
  type TrialBalance,
  trialBalance,
} from "./ledger-reports.server.ts";
export {
  type CreatorBalances,
  findTransactions,
  getBalances,
  LedgerConflict,
  lockBalances,
  type Posting,
  post,
  type Transfer,
} from "./post.server.ts";
export { type ShownBalance, shownBalance } from "./shown-balance.ts";
