import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { type ContentServices, decideContent } from "../moderation/decide-content.server.ts";
import { type ReviewView, reviewContent } from "../moderation/review-content.ts";
import {
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import type { Minor } from "../money/minor.ts";

export interface NewItem {
  id: string;
  user_id: string;
  name: string;
  amount_minor: Minor;
  currency: string;
  image_id: string | null;
  is_reviewed?: boolean;
  now: Date;
}

/** Shown at once or after review, as returned. */
export async function addItem(db: Kysely<DB>, item: NewItem): Promise<"ACTIVE" | "PENDING"> {
  const { now, is_reviewed = false, ...fields } = item;
  const reason = reasonOf(item);
  const status = reason === null || is_reviewed ? "ACTIVE" : "PENDING";
  await db
    .insertInto("tribute_items")
    .values((eb) => ({
      ...fields,
      position: eb
        .selectFrom("tribute_items")
        .select(sql<number>`count(*)::integer`.as("next"))
        .where("user_id", "=", item.user_id),
      status,
      review_reason: reason,
      created_at: now,
    }))
    .execute();
  return status;
}

export async function handInAgain(db: Kysely<DB>, item: Omit<NewItem, "is_reviewed">): Promise<void> {
  const { id, user_id, now, ...fields } = item;
  const reason = reasonOf(item);
  await db
    .updateTable("tribute_items")
    .set({ ...fields, status: "PENDING", decline_reason: null, reviewed_by: null, reviewed_at: null })
    .set((eb) => ({ review_reason: reason ?? eb.ref("review_reason"), created_at: now }))
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .execute();
}

export function needsReview(item: Pick<NewItem, "name" | "image_id">): boolean {
  return reasonOf(item) !== null;
}

function reasonOf({ name, image_id }: Pick<NewItem, "name" | "image_id">) {
  return reviewContent({ texts: [name], has_image: image_id !== null });
}

interface ItemAct {
  item_id: string;
  operator_id: string;
  /** As the operator saw it: another one is "gone". */
  seen?: string | null;
}

export async function acceptItem(services: ContentServices, given: ItemAct): Promise<"accepted" | "gone"> {
  return await decide(services, { ...given, outcome: "accepted", reason: null });
}

export async function declineItem(
  services: ContentServices,
  given: ItemAct & { reason: string },
): Promise<"declined" | "gone"> {
  return await decide(services, { ...given, outcome: "declined" });
}

async function decide<Outcome extends "accepted" | "declined">(
  services: ContentServices,
  { item_id: id, seen = null, ...given }: ItemAct & { outcome: Outcome; reason: string | null },
): Promise<Outcome | "gone"> {
  return await decideContent(services, "item", { id, ...given }, async (trx, columns) => {
    const result = await trx
      .updateTable("tribute_items")
      .set(columns)
      .where("id", "=", id)
      .where("status", "=", "PENDING")
      .$if(seen !== null, (query) => query.where("created_at", "=", seenAt(seen)))
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  });
}

/** No submission is of the epoch. */
function seenAt(seen: string | null): Date {
  const parsed = z.iso.datetime().safeParse(seen);
  return new Date(parsed.success ? parsed.data : 0);
}

interface ReviewedItem extends ReviewedContent {
  status: string;
  item_name: string;
  has_image: boolean;
  created_at: Date;
}

interface ItemUnderReview extends ReviewedItem, ReviewDecision {}

export async function listItemReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ items: ReviewedItem[]; next: string | null }> {
  const { rows, next } = await readReviewPage(reviewedItems(db), "item", page);
  return { items: rows.map(toReviewed), next };
}

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
