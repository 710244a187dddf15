import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { ReviewView } from "../moderation/review-content.ts";
import {
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";

/** A tribute item that came before an operator, as a line of a list. */
export interface ReviewedItem extends ReviewedContent {
  status: string;
  item_name: string;
  has_image: boolean;
  created_at: Date;
}

/** The same with what was decided. */
export interface ItemUnderReview extends ReviewedItem, ReviewDecision {}

/** A page of the items that some rule held up. */
export async function listItemReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ items: ReviewedItem[]; next: string | null }> {
  const { rows, next } = await readReviewPage(reviewedItems(db), "item", page);
  return { items: rows.map(toReviewed), next };
}

/** The items that no operator looked at in time, so that the caller can raise the alarm; they go on waiting. */
export async function listOverdueItems(db: Kysely<DB>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("tribute_items")
    .select("id")
    .where("review_reason", "is not", null)
    .where("status", "=", "PENDING")
    .where("created_at", "<", new Date(now.getTime() - productRules.review_hours * 3_600_000))
    .orderBy("created_at")
    .limit(productRules.admin_rows)
    .execute();
  return rows.map(({ id }) => id);
}

/** An item that came before an operator, or null. */
export async function findItemReview(db: Kysely<DB>, itemId: string): Promise<ItemUnderReview | null> {
  const row = await reviewedItems(db)
    .leftJoin("users as o", "o.id", "c.reviewed_by")
    .select(["c.reviewed_at", "c.decline_reason", "o.email as reviewed_by"])
    .where("c.id", "=", itemId)
    .executeTakeFirst();
  if (!row) return null;
  const { reviewed_by, reviewed_at, decline_reason } = row;
  return { ...toReviewed(row), reviewed_by, reviewed_at, decline_reason };
}

function reviewedItems(db: Kysely<DB>) {
  return db
    .selectFrom("tribute_items as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["c.id", "c.status", "c.review_reason", "c.currency", "c.amount_minor", "c.image_id"])
    .select(["c.name as item_name", "c.created_at", "u.id as creator_id", "u.username", "u.name"])
    .where("c.review_reason", "is not", null);
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof reviewedItems>["executeTakeFirstOrThrow"]>>;

function toReviewed(row: ItemRow): ReviewedItem {
  const { status, item_name, created_at } = row;
  return { ...reviewedContent(row), status, item_name, created_at, has_image: row.image_id !== null };
}
