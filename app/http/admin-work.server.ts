import type { Kysely } from "kysely";
import type { DB } from "../../db/schema.ts";
import { countApprovals } from "../domain/approvals/approval-queue.server.ts";
import { countCases } from "../domain/content-cases/read-cases.server.ts";
import { countHeldRates } from "../domain/exchange-rates/ecb.server.ts";
import { countGroupReviews } from "../domain/grouplists/group-reviews.server.ts";
import { countReviewQueue } from "../domain/moderation/review-queue.server.ts";
import { countUnhandledEvents } from "../domain/payments/provider-events.server.ts";
import { countUnseenFailures } from "../domain/payments/refunds.server.ts";
import { countPayoutWork } from "../domain/payouts/batches/admin-queries.server.ts";
import { countSuspense } from "../domain/suspense/suspense-entries.server.ts";
import { countQueue } from "../domain/verification/submission.server.ts";
import type { AdminWork } from "../ui/shells/admin-areas.tsx";

export async function adminWork(db: Kysely<DB>, operatorId: string): Promise<AdminWork> {
  const [verifications, tips, items, words, groups, reports, payouts, approvals, ...payments] =
    await Promise.all([
      countQueue(db),
      countReviewQueue(db, "tip"),
      countReviewQueue(db, "item"),
      countReviewQueue(db, "words"),
      countGroupReviews(db),
      countCases(db),
      countPayoutWork(db),
      // An own request needs another operator.
      countApprovals(db, { not_by: operatorId }),
      countUnhandledEvents(db),
      countSuspense(db),
      countUnseenFailures(db),
      countHeldRates(db),
    ]);
  return {
    verifications: verifications.count,
    tips: tips.count,
    items: items.count,
    words: words.count,
    groups: groups.count,
    reports: reports.count,
    payoutData: payouts.details,
    // Payouts at the bank need no operator.
    payouts: payouts.requested,
    approvals,
    payments: payments.reduce((sum, count) => sum + count, 0),
  };
}
