export {
  type AccountName,
  type CausePlace,
  findTransaction,
  listAccountPostings,
  listAccounts,
  type PostingPlace,
} from "./account-postings.server.ts";
export { cause } from "./cause.ts";
export { mailChainHead } from "./chain.server.ts";
export { type CheckRun, checkAndFreeze, lastCheckRuns, payoutsAreFrozen } from "./check-runs.server.ts";
export { lastCheckpoint } from "./checkpoints.server.ts";
export { type DatevAccount, datevNumbers } from "./datev/datev-accounts.ts";
export { listDatevParts, streamDatev } from "./datev/datev-export.server.ts";
export { inWindows1252 } from "./datev/datev-layout.ts";
export { documentNumber } from "./document-number.ts";
export { giveUp } from "./give-up.server.ts";
export {
  type JournalLine,
  journalExtent,
  listJournalMonths,
  logJournalExport,
  streamJournal,
} from "./journal.server.ts";
export { numberTransactions } from "./journal-numbers.server.ts";
export type { Extent } from "./ledger-checks.server.ts";
export {
  findPostings,
  heldByProvider,
  listOwing,
  listPostings,
  owedAndHeld,
  owedAndHeldByCurrency,
  owedVat,
  type PostedTransfer,
  type TrialBalance,
  trialBalance,
} from "./ledger-reports.server.ts";
export { ossImport, type VatLine } from "./oss-figures.ts";
export { accountBalanceAt, trialBalanceAt } from "./past-balances.server.ts";
export {
  type CreatorBalances,
  findTransactions,
  getBalances,
  LedgerConflict,
  lockBalances,
  type Posting,
  post,
} from "./post.server.ts";
export { askedQuarter } from "./quarters.ts";
export {
  listSellerYears,
  logSellersExport,
  type Seller,
  type SellersOfYear,
  sellersOfYear,
} from "./seller-years.server.ts";
export { shownBalance } from "./shown-balance.ts";
export { listVatQuarters, logVatExport, vatQuarter } from "./vat-quarters.server.ts";
