import type { Migration } from "kysely/migration";
import * as accounts from "./2026-11-21-01-accounts.ts";
import * as ledger from "./2026-11-21-02-ledger.ts";
import * as tips from "./2026-11-21-03-tips.ts";
import * as operations from "./2026-11-21-04-operations.ts";
import * as pageNews from "./2026-11-21-06-page-news.ts";
import * as testimonials from "./2026-11-21-07-testimonials.ts";
import * as limits from "./2026-11-21-08-limits.ts";
import * as signIn from "./2026-11-21-09-sign-in.ts";
import * as accountPages from "./2026-11-21-10-account-pages.ts";
import * as verification from "./2026-11-21-11-verification.ts";
import * as reviews from "./2026-11-21-12-reviews.ts";
import * as newTipMails from "./2026-11-21-13-new-tip-mails.ts";
import * as payouts from "./2026-11-21-14-payouts.ts";
import * as refunds from "./2026-11-21-16-refunds.ts";
import * as monthStatements from "./2026-11-21-17-month-statements.ts";
import * as lockedPayouts from "./2026-11-21-18-locked-payouts.ts";
import * as sandbox from "./2026-11-21-sandbox.ts";
import * as emailChanges from "./2026-11-22-01-email-changes.ts";
import * as knownDevices from "./2026-11-22-02-known-devices.ts";
import * as paymentStarts from "./2026-11-22-03-payment-starts.ts";
import * as rescueOrder from "./2026-11-22-04-rescue-order.ts";
import * as mailOwners from "./2026-11-22-05-mail-owners.ts";
import * as receiptNumbers from "./2026-11-22-10-receipt-numbers.ts";
import * as retention from "./2026-11-22-11-retention.ts";
import * as keptForms from "./2026-11-22-28-kept-forms.ts";
import * as pendingRegistrations from "./2026-11-22-29-pending-registrations.ts";
import * as words from "./2026-11-22-50-words.ts";
import * as clearingByProvider from "./2026-11-22-51-clearing-by-provider.ts";
import * as feeRates from "./2026-11-22-52-fee-rates.ts";
import * as textsByLanguage from "./2026-11-22-55-texts-by-language.ts";
import * as statusesOfEvents from "./2026-11-22-58-statuses-of-events.ts";
import * as receivedTips from "./2026-11-22-59-received-tips.ts";
import * as itemOrder from "./2026-11-22-63-item-order.ts";
import * as tipRollUps from "./2026-11-22-67-tip-roll-ups.ts";
import * as stoppedMails from "./2026-11-22-73-stopped-mails.ts";
import * as paymentStartResults from "./2026-11-22-77-payment-start-results.ts";
import * as waitingShares from "./2026-11-22-78-waiting-shares.ts";
import * as twoOperators from "./2026-11-22-80-two-operators.ts";
import * as lostNews from "./2026-11-22-81-lost-news.ts";
import * as waitingTotals from "./2026-11-22-82-waiting-totals.ts";
import * as searchByFan from "./2026-11-22-83-search-by-fan.ts";
import * as guardedRows from "./2026-11-22-84-guarded-rows.ts";
import * as ratesAndMails from "./2026-11-22-85-rates-and-mails.ts";
import * as sharesOfACreator from "./2026-11-22-86-shares-of-a-creator.ts";
import * as cancelledStatements from "./2026-11-22-88-cancelled-statements.ts";
import * as payoutVatRates from "./2026-11-22-89-payout-vat-rates.ts";
import * as disputeTurns from "./2026-11-22-94-dispute-turns.ts";
import * as leavers from "./2026-11-22-95-leavers.ts";
import * as suspense from "./2026-11-22-99-suspense.ts";
import * as bankStatements from "./2026-11-23-05-bank-statements.ts";
import * as writeOffParts from "./2026-11-23-09-write-off-parts.ts";
import * as settlementRows from "./2026-11-23-10-settlement-rows.ts";
import * as causes from "./2026-11-23-11-causes.ts";
import * as disputeActs from "./2026-11-23-12-dispute-acts.ts";
import * as settlementEvents from "./2026-11-23-16-settlement-events.ts";
import * as statementGaps from "./2026-11-23-17-statement-gaps.ts";
import * as accountsInOrder from "./2026-11-23-21-accounts-in-order.ts";
import * as journal from "./2026-11-23-22-journal.ts";
import * as overviewFigures from "./2026-11-23-23-overview-figures.ts";
import * as checkpoints from "./2026-11-23-25-checkpoints.ts";
import * as finishedCases from "./2026-11-23-26-finished-cases.ts";
import * as eventActs from "./2026-11-23-31-event-acts.ts";
import * as referencesByBeginning from "./2026-11-23-32-references-by-beginning.ts";
import * as contentCases from "./2026-11-23-41-content-cases.ts";
import * as creatorPages from "./2026-11-23-51-creator-pages.ts";
import * as traffic from "./2026-11-23-61-traffic.ts";
import * as visitorKeys from "./2026-11-23-62-visitor-keys.ts";
import * as voidCaseLinks from "./2026-11-23-63-void-case-links.ts";
import * as grouplists from "./2026-11-23-71-grouplists.ts";
import * as tipsOfGroups from "./2026-11-23-72-tips-of-groups.ts";
import * as rankedTips from "./2026-11-23-73-ranked-tips.ts";
import * as lastRanks from "./2026-11-23-74-last-ranks.ts";
import * as vouchers from "./2026-11-23-75-vouchers.ts";
import * as unpaidVouchers from "./2026-11-23-76-unpaid-vouchers.ts";
import * as voucherTries from "./2026-11-23-77-voucher-tries.ts";
import * as idempotencyKeys from "./2026-11-23-78-idempotency-keys.ts";
import * as oldRates from "./2026-11-23-79-old-rates.ts";
import * as settledKinds from "./2026-11-23-80-settled-kinds.ts";
import * as providerReports from "./2026-11-23-81-provider-reports.ts";
import * as microblog from "./2026-11-23-91-microblog.ts";
import * as microblogAtSize from "./2026-11-23-92-microblog-at-size.ts";
import * as chatLinks from "./2026-11-23-95-chat-links.ts";
import * as recentWriters from "./2026-11-24-11-recent-writers.ts";
import * as buildAssets from "./2026-11-24-21-build-assets.ts";
import * as startsByButton from "./2026-11-25-21-starts-by-button.ts";
import * as kosovo from "./2026-11-25-31-kosovo.ts";
import * as reservedUsernames from "./2026-11-25-41-reserved-usernames.ts";
import * as pausedCreators from "./2026-11-25-42-paused-creators.ts";
import * as wordsMadePublic from "./2026-11-25-43-words-made-public.ts";
import * as statementIdentity from "./2026-11-25-60-statement-identity.ts";
import * as operatorSessions from "./2026-11-25-71-operator-sessions.ts";
import * as reportedReturns from "./2026-11-25-72-reported-returns.ts";
import * as passkeys from "./2026-11-25-81-passkeys.ts";
import * as sameOwner from "./2026-11-25-91-same-owner.ts";
import * as ownersFunctions from "./2026-11-25-92-owners-functions.ts";
import * as chain from "./2026-11-25-93-chain.ts";
import * as payoutStates from "./2026-11-25-94-payout-states.ts";
import * as corrections from "./2026-11-25-95-1-corrections.ts";
import * as bankAgreement from "./2026-11-25-95-2-bank-agreement.ts";
import * as lateRefundFailures from "./2026-11-25-95-3-late-refund-failures.ts";
import * as settlementBounds from "./2026-11-25-96-1-settlement-bounds.ts";
import * as rateLeaps from "./2026-11-25-96-2-rate-leaps.ts";
import * as settlementPreviews from "./2026-11-25-96-3-settlement-previews.ts";
import * as waitedDays from "./2026-11-25-97-1-waited-days.ts";
import * as groupCredits from "./2026-11-25-97-2-group-credits.ts";
import * as debtSetOffs from "./2026-11-25-97-3-debt-set-offs.ts";
import * as creditNotes from "./2026-11-25-97-4-credit-notes.ts";
import * as withdrawnBatches from "./2026-11-25-97-5-withdrawn-batches.ts";
import * as creditNoteCancellations from "./2026-11-25-97-9-1-credit-note-cancellations.ts";
import * as refundFailures from "./2026-11-25-97-9-2-refund-failures.ts";
import * as longerChain from "./2026-11-25-98-1-longer-chain.ts";
import * as causesOfCheckpoints from "./2026-11-25-98-2-causes-of-checkpoints.ts";
import * as statementsAsEvidence from "./2026-11-25-98-3-statements-as-evidence.ts";
import * as recordedRates from "./2026-11-25-98-6-recorded-rates.ts";
import * as limitsOfActs from "./2026-11-25-98-7-limits-of-acts.ts";
import * as sellerDetails from "./2026-11-25-99-1-seller-details.ts";
import * as vatIdChecks from "./2026-11-25-99-5-vat-id-checks.ts";
import * as keptFormsEnd from "./2026-11-26-kept-forms-end.ts";

/** Every migration in the order of its name. A migration that has landed is frozen; a change is a new one. */
export const migrations: Record<string, Migration> = {
  "2026-11-21-01-accounts": accounts,
  "2026-11-21-02-ledger": ledger,
  "2026-11-21-03-tips": tips,
  "2026-11-21-04-operations": operations,
  // Its file bears no number; databases know it by this name, which therefore stays.
  "2026-11-21-05-sandbox": sandbox,
  "2026-11-21-06-page-news": pageNews,
  "2026-11-21-07-testimonials": testimonials,
  "2026-11-21-08-limits": limits,
  "2026-11-21-09-sign-in": signIn,
  "2026-11-21-10-account-pages": accountPages,
  "2026-11-21-11-verification": verification,
  "2026-11-21-12-reviews": reviews,
  "2026-11-21-13-new-tip-mails": newTipMails,
  "2026-11-21-14-payouts": payouts,
  "2026-11-21-16-refunds": refunds,
  "2026-11-21-17-month-statements": monthStatements,
  "2026-11-21-18-locked-payouts": lockedPayouts,
  "2026-11-22-01-email-changes": emailChanges,
  "2026-11-22-02-known-devices": knownDevices,
  "2026-11-22-03-payment-starts": paymentStarts,
  "2026-11-22-04-rescue-order": rescueOrder,
  "2026-11-22-05-mail-owners": mailOwners,
  "2026-11-22-10-receipt-numbers": receiptNumbers,
  "2026-11-22-11-retention": retention,
  "2026-11-22-28-kept-forms": keptForms,
  "2026-11-22-29-pending-registrations": pendingRegistrations,
  "2026-11-22-50-words": words,
  "2026-11-22-51-clearing-by-provider": clearingByProvider,
  "2026-11-22-52-fee-rates": feeRates,
  "2026-11-22-55-texts-by-language": textsByLanguage,
  "2026-11-22-58-statuses-of-events": statusesOfEvents,
  "2026-11-22-59-received-tips": receivedTips,
  "2026-11-22-63-item-order": itemOrder,
  "2026-11-22-67-tip-roll-ups": tipRollUps,
  "2026-11-22-73-stopped-mails": stoppedMails,
  "2026-11-22-77-payment-start-results": paymentStartResults,
  "2026-11-22-78-waiting-shares": waitingShares,
  "2026-11-22-80-two-operators": twoOperators,
  "2026-11-22-81-lost-news": lostNews,
  "2026-11-22-82-waiting-totals": waitingTotals,
  "2026-11-22-83-search-by-fan": searchByFan,
  "2026-11-22-84-guarded-rows": guardedRows,
  "2026-11-22-85-rates-and-mails": ratesAndMails,
  "2026-11-22-86-shares-of-a-creator": sharesOfACreator,
  "2026-11-22-88-cancelled-statements": cancelledStatements,
  "2026-11-22-89-payout-vat-rates": payoutVatRates,
  "2026-11-22-94-dispute-turns": disputeTurns,
  "2026-11-22-95-leavers": leavers,
  "2026-11-22-99-suspense": suspense,
  "2026-11-23-05-bank-statements": bankStatements,
  "2026-11-23-09-write-off-parts": writeOffParts,
  "2026-11-23-10-settlement-rows": settlementRows,
  "2026-11-23-11-causes": causes,
  "2026-11-23-12-dispute-acts": disputeActs,
  "2026-11-23-16-settlement-events": settlementEvents,
  "2026-11-23-17-statement-gaps": statementGaps,
  "2026-11-23-21-accounts-in-order": accountsInOrder,
  "2026-11-23-22-journal": journal,
  "2026-11-23-23-overview-figures": overviewFigures,
  "2026-11-23-25-checkpoints": checkpoints,
  "2026-11-23-26-finished-cases": finishedCases,
  "2026-11-23-31-event-acts": eventActs,
  "2026-11-23-32-references-by-beginning": referencesByBeginning,
  "2026-11-23-41-content-cases": contentCases,
  "2026-11-23-51-creator-pages": creatorPages,
  "2026-11-23-61-traffic": traffic,
  "2026-11-23-62-visitor-keys": visitorKeys,
  "2026-11-23-63-void-case-links": voidCaseLinks,
  "2026-11-23-71-grouplists": grouplists,
  "2026-11-23-72-tips-of-groups": tipsOfGroups,
  "2026-11-23-73-ranked-tips": rankedTips,
  "2026-11-23-74-last-ranks": lastRanks,
  "2026-11-23-75-vouchers": vouchers,
  "2026-11-23-76-unpaid-vouchers": unpaidVouchers,
  "2026-11-23-77-voucher-tries": voucherTries,
  "2026-11-23-78-idempotency-keys": idempotencyKeys,
  "2026-11-23-79-old-rates": oldRates,
  "2026-11-23-80-settled-kinds": settledKinds,
  "2026-11-23-81-provider-reports": providerReports,
  "2026-11-23-91-microblog": microblog,
  "2026-11-23-92-microblog-at-size": microblogAtSize,
  "2026-11-23-95-chat-links": chatLinks,
  "2026-11-24-11-recent-writers": recentWriters,
  "2026-11-24-21-build-assets": buildAssets,
  "2026-11-25-21-starts-by-button": startsByButton,
  "2026-11-25-31-kosovo": kosovo,
  "2026-11-25-41-reserved-usernames": reservedUsernames,
  "2026-11-25-42-paused-creators": pausedCreators,
  "2026-11-25-43-words-made-public": wordsMadePublic,
  "2026-11-25-60-statement-identity": statementIdentity,
  "2026-11-25-71-operator-sessions": operatorSessions,
  "2026-11-25-72-reported-returns": reportedReturns,
  "2026-11-25-81-passkeys": passkeys,
  "2026-11-25-91-same-owner": sameOwner,
  "2026-11-25-92-owners-functions": ownersFunctions,
  "2026-11-25-93-chain": chain,
  "2026-11-25-94-payout-states": payoutStates,
  "2026-11-25-95-1-corrections": corrections,
  "2026-11-25-95-2-bank-agreement": bankAgreement,
  "2026-11-25-95-3-late-refund-failures": lateRefundFailures,
  "2026-11-25-96-1-settlement-bounds": settlementBounds,
  "2026-11-25-96-2-rate-leaps": rateLeaps,
  "2026-11-25-96-3-settlement-previews": settlementPreviews,
  "2026-11-25-97-1-waited-days": waitedDays,
  "2026-11-25-97-2-group-credits": groupCredits,
  "2026-11-25-97-3-debt-set-offs": debtSetOffs,
  "2026-11-25-97-4-credit-notes": creditNotes,
  "2026-11-25-97-5-withdrawn-batches": withdrawnBatches,
  "2026-11-25-97-9-1-credit-note-cancellations": creditNoteCancellations,
  "2026-11-25-97-9-2-refund-failures": refundFailures,
  "2026-11-25-98-1-longer-chain": longerChain,
  "2026-11-25-98-2-causes-of-checkpoints": causesOfCheckpoints,
  "2026-11-25-98-3-statements-as-evidence": statementsAsEvidence,
  "2026-11-25-98-6-recorded-rates": recordedRates,
  "2026-11-25-98-7-limits-of-acts": limitsOfActs,
  "2026-11-25-99-1-seller-details": sellerDetails,
  "2026-11-25-99-5-vat-id-checks": vatIdChecks,
  "2026-11-26-kept-forms-end": keptFormsEnd,
};
