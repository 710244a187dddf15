import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { readImage } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";
import { productRules } from "../../product-rules.ts";
import { type ReviewReason, type ReviewView, readReviewReason } from "../moderation/moderation.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { listPaymentsOfTip, type Payment } from "../payments/payments.server.ts";
import type { TipStatus } from "./drafts.server.ts";

/** A tip that came before an operator, as a line of a list. */
export interface ReviewedTip {
  id: string;
  status: TipStatus;
  reason: ReviewReason | null;
  currency: string;
  amount_minor: Minor;
  sender_name: string | null;
  creator: { id: string; username: string; name: string };
  paid_at: Date;
}

/** The same with all that an operator decides by, and what was decided. */
export interface TipUnderReview extends ReviewedTip {
  item_name: string | null;
  message: string | null;
  has_image: boolean;
  country: string | null;
  payments: Payment[];
  /** An operator's email; null while nobody has decided. */
  reviewed_by: string | null;
  reviewed_at: Date | null;
  decline_reason: string | null;
}

/**
 * A page of the tips that some rule held up: those that wait, the longest first, or those of a view, the newest first.
 * `after` is the last tip of the page before.
 */
export async function listTipReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ tips: ReviewedTip[]; next: string | null }> {
  const isQueue = page.view === "queue";
  const direction = isQueue ? "asc" : "desc";
  let query = reviewedTips(db)
    .orderBy("t.paid_at", direction)
    .orderBy("t.id", direction)
    .limit(productRules.admin_rows + 1);
  if (isQueue) query = query.where("t.status", "=", "PENDING");
  if (page.view === "declined") query = query.where("t.status", "=", "DECLINED");
  const { after } = page;
  if (after !== null) {
    query = query.where((eb) =>
      eb(
        eb.refTuple("t.paid_at", "t.id"),
        isQueue ? ">" : "<",
        eb
          .selectFrom("tips as last")
          .select(["last.paid_at", "last.id"])
          .where("last.id", "=", after)
          .$asTuple("paid_at", "id"),
      ),
    );
  }
  const rows = await query.execute();
  const tips = rows.slice(0, productRules.admin_rows).map(toReviewed);
  return { tips, next: rows.length > tips.length ? (tips.at(-1)?.id ?? null) : null };
}

/** The tips that wait for an operator, the longest first. */
export async function listOpenTips(db: Kysely<DB>): Promise<string[]> {
  const rows = await db
    .selectFrom("tips")
    .select("id")
    .where("review_reason", "is not", null)
    .where("status", "=", "PENDING")
    .orderBy("paid_at")
    .orderBy("id")
    .limit(productRules.walked_cases)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many tips wait for an operator, and since when the first of them does. */
export async function countTipQueue(db: Kysely<DB>): Promise<{ count: number; oldest: Date | null }> {
  return await db
    .selectFrom("tips")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min<Date | null>("paid_at").as("oldest")])
    .where("status", "=", "PENDING")
    .executeTakeFirstOrThrow();
}

/** A tip that came before an operator, or null: what no rule held up is none of their business. */
export async function findTipReview(db: Kysely<DB>, tipId: string): Promise<TipUnderReview | null> {
  const row = await reviewedTips(db)
    .leftJoin("users as o", "o.id", "t.reviewed_by")
    .select(["t.item_name", "t.message", "t.image_id", "t.country", "t.reviewed_at", "t.decline_reason"])
    .select("o.email as reviewed_by")
    .where("t.id", "=", tipId)
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

/** The picture (WebP) of a tip that came before an operator, or null. Whoever asks has been checked by the caller. */
export async function readReviewedImage(
  services: { db: Kysely<DB>; media: MediaStore },
  tipId: string,
): Promise<Uint8Array | null> {
  const tip = await services.db
    .selectFrom("tips")
    .select("image_id")
    .where("id", "=", tipId)
    .where("review_reason", "is not", null)
    .executeTakeFirst();
  return tip?.image_id ? await readImage(services, tip.image_id, "m", { includePrivate: true }) : null;
}

function reviewedTips(db: Kysely<DB>) {
  return db
    .selectFrom("tips as t")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .select(["t.id", "t.status", "t.review_reason", "t.currency", "t.amount_minor", "t.sender_name"])
    .select(["t.paid_at", "u.id as creator_id", "u.username", "u.name"])
    .where("t.review_reason", "is not", null)
    .where("t.paid_at", "is not", null)
    .$narrowType<{ paid_at: Date }>();
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewedTips>["executeTakeFirstOrThrow"]>>;

function toReviewed(row: ReviewRow): ReviewedTip {
  const username = row.username ?? "";
  return {
    id: row.id,
    status: row.status,
    reason: readReviewReason(row.review_reason),
    currency: row.currency,
    amount_minor: minor(row.amount_minor),
    sender_name: row.sender_name,
    creator: { id: row.creator_id, username, name: row.name ?? username },
    paid_at: row.paid_at,
  };
}
