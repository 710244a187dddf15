import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type ReviewView, reviewContent } from "../moderation/review-content.ts";
import {
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import type { Minor } from "../money/minor.ts";
import { requireOperator } from "../users/user.server.ts";

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

/** Appended; shown at once or after review, as returned. */
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

/** Like a new item. */
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

interface ItemServices {
  db: Kysely<DB>;
  clock: () => Date;
}

interface ItemAct {
  item_id: string;
  operator_id: string;
}

export async function acceptItem(services: ItemServices, given: ItemAct): Promise<"accepted" | "gone"> {
  const isDecided = await decide(services, given, { status: "ACTIVE", decline_reason: null });
  return isDecided ? "accepted" : "gone";
}

export async function declineItem(
  services: ItemServices,
  given: ItemAct & { reason: string },
): Promise<"declined" | "gone"> {
  const isDecided = await decide(services, given, { status: "DECLINED", decline_reason: given.reason });
  return isDecided ? "declined" : "gone";
}

async function decide(
  services: ItemServices,
  given: ItemAct,
  decision: { status: "ACTIVE" | "DECLINED"; decline_reason: string | null },
): Promise<boolean> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx: Transaction<DB>) => {
    await requireOperator(trx, given.operator_id);
    const result = await trx
      .updateTable("tribute_items")
      .set({ ...decision, reviewed_by: given.operator_id, reviewed_at: now })
      .where("id", "=", given.item_id)
      .where("status", "=", "PENDING")
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) return false;
    await writeAudit(trx, {
      actor_id: given.operator_id,
      action: decision.status === "ACTIVE" ? "item.accepted" : "item.declined",
      subject: `item:${given.item_id}`,
      before: { status: "PENDING" },
      after: { status: decision.status },
      now,
    });
    return true;
  });
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

/** For the alarm; they go on waiting. */
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
