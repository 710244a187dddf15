import type { Migration } from "kysely/migration";
import * as accounts from "./accounts.ts";
import * as bank from "./bank.ts";
import * as books from "./books.ts";
import * as chain from "./chain.ts";
import * as operators from "./operators.ts";
import * as payouts from "./payouts.ts";
import * as refunds from "./refunds.ts";
import * as sameOwner from "./same-owner.ts";
import * as settlements from "./settlements.ts";
import * as tips from "./tips.ts";

/** statements-as-evidence makes it anew. */
const replacedLater = async () => undefined;

/** The last migration of the oldest supported version. */
export const UPGRADES_FROM = "2026-11-24-21-build-assets";

/** By the names that older databases record. */
export const UPGRADE: Readonly<Record<string, Migration>> = {
  "2026-11-25-21-starts-by-button": { up: tips.startsByButton },
  "2026-11-25-31-kosovo": { up: accounts.kosovo },
  "2026-11-25-41-reserved-usernames": { up: accounts.reservedUsernames },
  "2026-11-25-42-paused-creators": { up: accounts.pausedCreators },
  "2026-11-25-43-words-made-public": { up: tips.wordsMadePublic },
  "2026-11-25-60-statement-identity": { up: bank.statementIdentity },
  "2026-11-25-71-operator-sessions": { up: accounts.operatorSessions },
  "2026-11-25-72-reported-returns": { up: payouts.reportedReturns },
  "2026-11-25-81-passkeys": { up: accounts.passkeys },
  "2026-11-25-91-same-owner": { up: sameOwner.sameOwner },
  "2026-11-25-92-owners-functions": { up: operators.ownersFunctions },
  "2026-11-25-93-chain": { up: chain.chain },
  "2026-11-25-94-payout-states": { up: payouts.payoutStates },
  "2026-11-25-95-1-corrections": { up: books.corrections },
  "2026-11-25-95-2-bank-agreement": { up: replacedLater },
  "2026-11-25-95-3-late-refund-failures": { up: refunds.lateRefundFailures },
  "2026-11-25-96-1-settlement-bounds": { up: settlements.settlementBounds },
  "2026-11-25-96-2-rate-leaps": { up: operators.rateLeaps },
  "2026-11-25-96-3-settlement-previews": { up: settlements.settlementPreviews },
  "2026-11-25-97-1-waited-days": { up: tips.waitedDays },
  "2026-11-25-97-2-group-credits": { up: tips.groupCredits },
  "2026-11-25-97-3-debt-set-offs": { up: books.debtSetOffs },
  "2026-11-25-97-4-credit-notes": { up: refunds.creditNotes },
  "2026-11-25-97-5-withdrawn-batches": { up: payouts.withdrawnBatches },
  "2026-11-25-97-9-1-credit-note-cancellations": { up: refunds.creditNoteCancellations },
  "2026-11-25-97-9-2-refund-failures": { up: refunds.refundFailures },
  "2026-11-25-98-1-longer-chain": { up: chain.longerChain },
  "2026-11-25-98-2-causes-of-checkpoints": { up: books.causesOfCheckpoints },
  "2026-11-25-98-3-statements-as-evidence": { up: bank.statementsAsEvidence },
  "2026-11-25-98-6-recorded-rates": { up: operators.recordedRates },
  "2026-11-25-98-7-limits-of-acts": { up: operators.limitsOfActs },
  "2026-11-25-99-1-seller-details": { up: accounts.sellerDetails },
  "2026-11-25-99-5-vat-id-checks": { up: chain.vatIdChecks },
  "2026-11-26-kept-forms-end": { up: accounts.keptFormsEnd },
};
