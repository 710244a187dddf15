import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { readImage } from "../../media/media.server.ts";
import type { MediaStore } from "../../media/media-store.ts";
import { productRules } from "../../product-rules.ts";
import { readPage } from "../list-pages/read-page.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import { type ReviewReason, type ReviewView, readReviewReason } from "./review-content.ts";

/** An operator hid the tip `t`, whatever has become of its money since: neither its words nor its sender are shown. */
export const tipIsHidden = sql<SqlBool>`(t.status = 'DECLINED' or (t.reviewed_at is not null and t.activated_at is null))`;

/** The contents that operators look at: their tables, and the column that says since when they wait. */
const CONTENTS = {
  tip: { table: "tips", since: "paid_at" },
  item: { table: "tribute_items", since: "created_at" },
  words: { table: "profile_words", since: "created_at" },
} as const;

type ReviewedKind = keyof typeof CONTENTS;

/** What a content that came before an operator shows in a list, whatever it is. */
export interface ReviewedContent {
  id: string;
  reason: ReviewReason | null;
  /** Null, with its amount, where no money is asked for. */
  currency: string | null;
  amount_minor: Minor | null;
  /** Who gets it, or whose it is: a creator or, of a tip, a group. */
  creator: { id: string; username: string; name: string; group_slug: string | null };
}

/** What an operator decided of a content. */
export interface ReviewDecision {
  /** An operator's email; null while no operator has decided. */
  reviewed_by: string | null;
  reviewed_at: Date | null;
  decline_reason: string | null;
}

/**
 * A page of a query for contents (`c`) that some rule held up: those that wait, the longest first, or those of a view,
 * the newest first. `after` is the last content of the page before.
 */
export async function readReviewPage<Tables, Names extends keyof Tables, Row extends { id: string }>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  kind: ReviewedKind,
  page: { view: ReviewView; after: string | null },
) {
  const { table, since } = CONTENTS[kind];
  const isQueue = page.view === "queue";
  const status = isQueue ? "PENDING" : page.view === "declined" ? "DECLINED" : null;
  return await readPage(
    status === null ? query : query.where(sql<boolean>`c.status = ${status}`),
    { table, as: "c", time: since, direction: isQueue ? "asc" : "desc" },
    page.after,
  );
}

/** The contents that wait for an operator, the longest first. */
export async function listOpenReviews(db: Kysely<DB>, kind: ReviewedKind): Promise<string[]> {
  const rows = await waiting(db, kind)
    .select("id")
    .orderBy(CONTENTS[kind].since)
    .orderBy("id")
    .limit(productRules.walked_cases)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many contents wait for an operator, and since when the first of them does. */
export async function countReviewQueue(
  db: Kysely<DB>,
  kind: ReviewedKind,
): Promise<{ count: number; oldest: Date | null }> {
  return await waiting(db, kind)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.min<Date | null>(CONTENTS[kind].since).as("oldest"),
    ])
    .executeTakeFirstOrThrow();
}

/** The picture (WebP) of a content that came before an operator, or null. Whoever asks has been checked by the caller. */
export async function readReviewedImage(
  services: { db: Kysely<DB>; media: MediaStore },
  kind: Exclude<ReviewedKind, "words">,
  id: string,
): Promise<Uint8Array | null> {
  const content = await services.db
    .selectFrom(CONTENTS[kind].table)
    .select("image_id")
    .where("id", "=", id)
    .where("review_reason", "is not", null)
    .executeTakeFirst();
  return content?.image_id
    ? await readImage(services, content.image_id, "m", { includePrivate: true })
    : null;
}

/** What a row of a content and its creator says in a list. */
export function reviewedContent(row: {
  id: string;
  review_reason: string | null;
  currency: string | null;
  amount_minor: number | null;
  creator_id: string;
  username: string | null;
  name: string | null;
  group_slug?: string | null;
}): ReviewedContent {
  const group_slug = row.group_slug ?? null;
  const username = row.username ?? (group_slug === null ? "" : `gl/${group_slug}`);
  return {
    id: row.id,
    reason: readReviewReason(row.review_reason),
    currency: row.currency,
    amount_minor: row.amount_minor === null ? null : minor(row.amount_minor),
    creator: { id: row.creator_id, username, name: row.name ?? username, group_slug },
  };
}

function waiting(db: Kysely<DB>, kind: ReviewedKind) {
  return db
    .selectFrom(CONTENTS[kind].table)
    .where("review_reason", "is not", null)
    .where("status", "=", "PENDING");
}
