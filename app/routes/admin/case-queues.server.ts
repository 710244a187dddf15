import { listOpenGroups } from "../../domain/grouplists/group-reviews.server.ts";
import { listOpenReviews } from "../../domain/moderation/review-queue.server.ts";
import { listOpenPayoutData } from "../../domain/payouts/batches/admin-queries.server.ts";
import { listOpenCreators } from "../../domain/verification/submission.server.ts";
import type { CaseQueue } from "./case-walk.server.ts";

type Database = Parameters<typeof listOpenReviews>[0];

/** Tips that wait for an operator. */
export const tipQueue = (db: Database): CaseQueue => ({
  path: "/admin/tips",
  listOpen: () => listOpenReviews(db, "tip"),
});

/** Tribute items that wait for an operator. */
export const itemQueue = (db: Database): CaseQueue => ({
  path: "/admin/items",
  listOpen: () => listOpenReviews(db, "item"),
});

/** Words for creators' pages that wait for an operator. */
export const wordsQueue = (db: Database): CaseQueue => ({
  path: "/admin/words",
  listOpen: () => listOpenReviews(db, "words"),
});

/** Groups, and changes to them, that wait for an operator. */
export const groupQueue = (db: Database): CaseQueue => ({
  path: "/admin/groups",
  listOpen: () => listOpenGroups(db),
});

/** Creators whose documents wait for an operator. */
export const verificationQueue = (db: Database): CaseQueue => ({
  path: "/admin/verifications",
  listOpen: () => listOpenCreators(db),
});

/** Payout data that wait for an operator. */
export const payoutDataQueue = (db: Database): CaseQueue => ({
  path: "/admin/payout-data",
  listOpen: () => listOpenPayoutData(db),
});
