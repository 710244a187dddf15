import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { readImage } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";
import { productRules } from "../../product-rules.ts";
import { type ReviewReason, type ReviewView, readReviewReason } from "../moderation/moderation.server.ts";
import { type Minor, minor } from "../money/minor.ts";

/** A tribute item that came before an operator, as a line of a list. */
export interface ReviewedItem {
  id: string;
  status: string;
  reason: ReviewReason | null;
  currency: string;
  amount_minor: Minor;
  item_name: string;
  has_image: boolean;
  creator: { id: string; username: string; name: string };
  created_at: Date;
}

/** The same with what was decided. */
export interface ItemUnderReview extends ReviewedItem {
  /** An operator's email; null while nobody has decided. */
  reviewed_by: string | null;
  reviewed_at: Date | null;
  decline_reason: string | null;
}

/**
 * A page of the items that some rule held up: those that wait, the longest first, or those of a view, the newest
 * first. `after` is the last item of the page before.
 */
export async function listItemReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ items: ReviewedItem[]; next: string | null }> {
  const isQueue = page.view === "queue";
  const direction = isQueue ? "asc" : "desc";
  let query = reviewedItems(db)
    .orderBy("i.created_at", direction)
    .orderBy("i.id", direction)
    .limit(productRules.admin_rows + 1);
  if (isQueue) query = query.where("i.status", "=", "PENDING");
  if (page.view === "declined") query = query.where("i.status", "=", "DECLINED");
  const { after } = page;
  if (after !== null) {
    query = query.where((eb) =>
      eb(
        eb.refTuple("i.created_at", "i.id"),
        isQueue ? ">" : "<",
        eb
          .selectFrom("tribute_items as last")
          .select(["last.created_at", "last.id"])
          .where("last.id", "=", after)
          .$asTuple("created_at", "id"),
      ),
    );
  }
  const rows = await query.execute();
  const items = rows.slice(0, productRules.admin_rows).map(toReviewed);
  return { items, next: rows.length > items.length ? (items.at(-1)?.id ?? null) : null };
}

/** The items that wait for an operator, the longest first. */
export async function listOpenItems(db: Kysely<DB>): Promise<string[]> {
  const rows = await db
    .selectFrom("tribute_items")
    .select("id")
    .where("review_reason", "is not", null)
    .where("status", "=", "PENDING")
    .orderBy("created_at")
    .orderBy("id")
    .limit(productRules.walked_cases)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many items wait for an operator, and since when the first of them does. */
export async function countItemQueue(db: Kysely<DB>): Promise<{ count: number; oldest: Date | null }> {
  return await db
    .selectFrom("tribute_items")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min<Date | null>("created_at").as("oldest")])
    .where("review_reason", "is not", null)
    .where("status", "=", "PENDING")
    .executeTakeFirstOrThrow();
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
    .leftJoin("users as o", "o.id", "i.reviewed_by")
    .select(["i.reviewed_at", "i.decline_reason", "o.email as reviewed_by"])
    .where("i.id", "=", itemId)
    .executeTakeFirst();
  if (!row) return null;
  const { reviewed_by, reviewed_at, decline_reason } = row;
  return { ...toReviewed(row), reviewed_by, reviewed_at, decline_reason };
}

/** The picture (WebP) of an item that came before an operator, or null. Whoever asks has been checked by the caller. */
export async function readReviewedItemImage(
  services: { db: Kysely<DB>; media: MediaStore },
  itemId: string,
): Promise<Uint8Array | null> {
  const item = await services.db
    .selectFrom("tribute_items")
    .select("image_id")
    .where("id", "=", itemId)
    .where("review_reason", "is not", null)
    .executeTakeFirst();
  return item?.image_id ? await readImage(services, item.image_id, "m", { includePrivate: true }) : null;
}

function reviewedItems(db: Kysely<DB>) {
  return db
    .selectFrom("tribute_items as i")
    .innerJoin("users as u", "u.id", "i.user_id")
    .select(["i.id", "i.status", "i.review_reason", "i.currency", "i.amount_minor", "i.image_id"])
    .select(["i.name as item_name", "i.created_at", "u.id as creator_id", "u.username", "u.name"])
    .where("i.review_reason", "is not", null);
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof reviewedItems>["executeTakeFirstOrThrow"]>>;

function toReviewed(row: ItemRow): ReviewedItem {
  const username = row.username ?? "";
  return {
    id: row.id,
    status: row.status,
    reason: readReviewReason(row.review_reason),
    currency: row.currency,
    amount_minor: minor(row.amount_minor),
    item_name: row.item_name,
    has_image: row.image_id !== null,
    creator: { id: row.creator_id, username, name: row.name ?? username },
    created_at: row.created_at,
  };
}
