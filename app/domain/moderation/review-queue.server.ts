import { type Kysely, type SelectQueryBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { readImage } from "../media/media.server.ts";
import type { Media } from "../media/media-port.ts";
import { type Minor, minor } from "../money/minor.ts";
import { readPage } from "../read-page.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { type ReviewReason, type ReviewView, readReviewReason } from "./review-content.ts";

/** Whatever became of its money. A share is reviewed with its group's tip. */
export const tipIsHidden = sql<SqlBool>`(t.status = 'DECLINED'
  or t.activated_at is null and (t.reviewed_at is not null or exists (
    select from tips whole where whole.id = coalesce(t.group_tip_id, t.id) and whole.review_reason = 'always')))`;

const CONTENTS = {
  tip: { table: "tips", since: "paid_at" },
  item: { table: "tribute_items", since: "created_at" },
  words: { table: "profile_words", since: "created_at" },
} as const;

type ReviewedKind = keyof typeof CONTENTS;

export interface ReviewedContent {
  id: string;
  reason: ReviewReason | null;
  currency: string | null;
  amount_minor: Minor | null;
  creator: { id: string; username: string; name: string; group_slug: string | null };
}

export interface ReviewDecision {
  reviewed_by: string | null;
  reviewed_at: Date | null;
  decline_reason: string | null;
}

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

/** They go on waiting. */
export async function listOverdueReviews(db: Kysely<DB>, kind: ReviewedKind, now: Date): Promise<string[]> {
  const rows = await waiting(db, kind)
    .select("id")
    .where(CONTENTS[kind].since, "<", new Date(now.getTime() - productRules.review_hours * 3_600_000))
    .orderBy(CONTENTS[kind].since)
    .limit(productRules.admin_rows)
    .execute();
  return rows.map(({ id }) => id);
}

/** The caller checks the rights. */
export async function readReviewedImage(
  services: { db: Kysely<DB>; media: Media },
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

export interface ContentServices {
  db: Kysely<DB>;
  clock: () => Date;
}

export interface DecidedColumns {
  status: "ACTIVE" | "DECLINED";
  decline_reason: string | null;
  reviewed_by: string;
  reviewed_at: Date;
}

/** Once; "gone" when `decide` finds none. */
export async function decideContent<Outcome extends "accepted" | "declined">(
  services: ContentServices,
  kind: "item" | "words",
  given: { id: string; operator_id: string; outcome: Outcome; reason: string | null },
  decide: (trx: Transaction<DB>, columns: DecidedColumns) => Promise<boolean>,
): Promise<Outcome | "gone"> {
  const { id, operator_id, outcome, reason } = given;
  const now = services.clock();
  const status = outcome === "accepted" ? "ACTIVE" : "DECLINED";
  return await services.db.transaction().execute(async (trx): Promise<Outcome | "gone"> => {
    await requireOperator(trx, operator_id, "content");
    const columns = { status, decline_reason: reason, reviewed_by: operator_id, reviewed_at: now } as const;
    if (!(await decide(trx, columns))) return "gone";
    await writeAudit(trx, {
      actor_id: operator_id,
      action: outcome === "accepted" ? `${kind}.accepted` : `${kind}.declined`,
      subject: `${kind}:${id}`,
      before: { status: "PENDING" },
      after: { status },
      now,
    });
    return outcome;
  });
}
