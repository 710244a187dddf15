import { listOpenGroups } from "../../domain/grouplists/group-reviews.server.ts";
import { listOpenReviews } from "../../domain/moderation/review-queue.server.ts";
import { listOpenPayoutData } from "../../domain/payouts/batches/admin-queries.server.ts";
import { listOpenCreators } from "../../domain/verification/submission.server.ts";
import type { CaseQueue } from "./case-walk.server.ts";

type Database = Parameters<typeof listOpenReviews>[0];

export const tipQueue = (db: Database): CaseQueue => ({
  path: "/admin/tips",
  listOpen: () => listOpenReviews(db, "tip"),
});

export const itemQueue = (db: Database): CaseQueue => ({
  path: "/admin/items",
  listOpen: () => listOpenReviews(db, "item"),
});

export const wordsQueue = (db: Database): CaseQueue => ({
  path: "/admin/words",
  listOpen: () => listOpenReviews(db, "words"),
});

export const groupQueue = (db: Database): CaseQueue => ({
  path: "/admin/groups",
  listOpen: () => listOpenGroups(db),
});

export const verificationQueue = (db: Database): CaseQueue => ({
  path: "/admin/verifications",
  listOpen: () => listOpenCreators(db),
});

export const payoutDataQueue = (db: Database): CaseQueue => ({
  path: "/admin/payout-data",
  listOpen: () => listOpenPayoutData(db),
});
