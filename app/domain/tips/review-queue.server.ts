import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { ReviewView } from "../moderation/review-content.ts";
import {
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import { listPaymentsOfTip, type Payment } from "../payments/payment-record.server.ts";
import type { TipStatus } from "./drafts.server.ts";

/** A tip that came before an operator, as a line of a list. */
export interface ReviewedTip extends ReviewedContent {
  status: TipStatus;
  sender_name: string | null;
  paid_at: Date;
}

/** The same with all that an operator decides by, and what was decided. */
export interface TipUnderReview extends ReviewedTip, ReviewDecision {
  item_name: string | null;
  message: string | null;
  has_image: boolean;
  country: string | null;
  payments: Payment[];
}

/** A page of the tips that some rule held up. */
export async function listTipReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ tips: ReviewedTip[]; next: string | null }> {
  const { rows, next } = await readReviewPage(reviewedTips(db), "tip", page);
  return { tips: rows.map(toReviewed), next };
}

/** A tip that came before an operator, or null: operators see nothing of a tip that no rule held up. */
export async function findTipReview(db: Kysely<DB>, tipId: string): Promise<TipUnderReview | null> {
  const row = await reviewedTips(db)
    .leftJoin("users as o", "o.id", "c.reviewed_by")
    .select(["c.item_name", "c.message", "c.image_id", "c.country", "c.reviewed_at", "c.decline_reason"])
    .select("o.email as reviewed_by")
    .where("c.id", "=", tipId)
    .executeTakeFirst();
  if (!row) return null;
  const { item_name, message, image_id, country, reviewed_by, reviewed_at, decline_reason } = row;
  return {
    ...toReviewed(row),
    ...{ item_name, message, country, reviewed_by, reviewed_at, decline_reason },
    has_image: image_id !== null,
    payments: await listPaymentsOfTip(db, tipId),
  };
}

function reviewedTips(db: Kysely<DB>) {
  return db
    .selectFrom("tips as c")
    .leftJoin("users as u", "u.id", "c.creator_id")
    .leftJoin("grouplists as g", (join) =>
      join.onRef("g.id", "=", "c.grouplist_id").on("c.creator_id", "is", null),
    )
    .select(["c.id", "c.status", "c.review_reason", "c.currency", "c.amount_minor", "c.sender_name"])
    .select((eb) => [
      "c.paid_at",
      "u.username",
      "g.slug as group_slug",
      eb.fn.coalesce("u.name", "g.name").as("name"),
      sql<string>`coalesce(c.creator_id, c.grouplist_id)`.as("creator_id"),
    ])
    .where("c.review_reason", "is not", null)
    .where("c.paid_at", "is not", null)
    .$narrowType<{ paid_at: Date }>();
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewedTips>["executeTakeFirstOrThrow"]>>;

function toReviewed(row: ReviewRow): ReviewedTip {
  const { status, sender_name, paid_at } = row;
  return { ...reviewedContent(row), status, sender_name, paid_at };
}
