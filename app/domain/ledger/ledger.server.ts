export { cause } from "./cause.ts";
export { giveUp } from "./give-up.server.ts";
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
} from "./post.server.ts";
export { shownBalance } from "./shown-balance.ts";
