export { cause } from "./cause.ts";
export { type CheckRun, checkAndFreeze, lastCheckRuns, payoutsAreFrozen } from "./check-runs.server.ts";
export { lastCheckpoint } from "./checkpoints.server.ts";
export { giveUp } from "./give-up.server.ts";
export type { Extent } from "./ledger-checks.server.ts";
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
