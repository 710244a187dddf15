import { type ExpressionBuilder, type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { recordReceivedTips } from "../creator-events/tip-events.server.ts";
import { type FailedRow, forRows, type Jobs } from "../jobs.ts";
import type { ReviewView } from "../moderation/review-content.ts";
import {
  type ReviewDecision,
  type ReviewedContent,
  readReviewPage,
  reviewedContent,
} from "../moderation/review-queue.server.ts";
import { listPaymentsOfTip, type Payment } from "../payments/payment-record.server.ts";
import { requireOperator } from "../users/user.server.ts";
import type { TipStatus } from "./drafts.server.ts";

interface ReviewServices {
  db: Kysely<DB>;
  clock: () => Date;
  jobs: Jobs;
  newId: () => string;
}

interface TipAct {
  tip_id: string;
  operator_id: string;
}

export async function acceptTip(services: ReviewServices, given: TipAct): Promise<"accepted" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const tip = await takeTip(trx, given);
    if (!tip) return "gone";
    const now = services.clock();
    await activate(trx, services, [tip], { reviewed_by: given.operator_id, reviewed_at: now }, now);
    await auditTip(trx, "tip.accepted", given, "ACTIVE", now);
    return "accepted";
  });
}

/** Permanently; the money stays credited (docs/product.md, 5.2). */
export async function declineTip(
  services: ReviewServices,
  given: TipAct & { reason: string },
): Promise<"declined" | "gone"> {
  return await services.db.transaction().execute(async (trx) => {
    const tip = await takeTip(trx, given);
    if (!tip) return "gone";
    const now = services.clock();
    await trx
      .updateTable("tips")
      .where((eb) => isOneOf(eb, [tip.id]))
      .set({
        status: "DECLINED",
        decline_reason: given.reason,
        reviewed_by: given.operator_id,
        reviewed_at: now,
        updated_at: now,
      })
      .execute();
    await auditTip(trx, "tip.declined", given, "DECLINED", now);
    return "declined";
  });
}

/**
 * After 24 hours, without the picture, which is erased; not where all is reviewed. Returns the ids, for the
 * alarm (docs/product.md, 5.2).
 */
export async function activateOverdueReviews(
  services: Omit<ReviewServices, "clock">,
  now: Date,
): Promise<{ activated: string[]; failed: FailedRow[] }> {
  const { db } = services;
  const since = new Date(now.getTime() - productRules.review_hours * 3_600_000);
  const { batch } = productRules.retention;
  const activated: string[] = [];
  const { failed } = await forRows<{ id: string; paid_at: Date | null }>({
    size: batch,
    keyOf: ({ id }) => id,
    find: async (last) => {
      const after = last ? sql`and (paid_at, id) > (${last.paid_at}, ${last.id})` : sql``;
      const { rows } = await sql<{ id: string; paid_at: Date | null }>`
        select id, paid_at from tips where status = 'PENDING' and group_tip_id is null and review_reason <> 'always'
          and coalesce(words_added_at, paid_at) < ${since} ${after}
        order by paid_at, id limit ${batch}`.execute(db);
      return rows;
    },
    act: async (rows) => {
      const done = await db.transaction().execute((trx) => activateUnreviewed(trx, services, rows, now));
      activated.push(...done);
      return done.length;
    },
  });
  return { activated, failed };
}

async function activateUnreviewed(
  trx: Transaction<DB>,
  services: Omit<ReviewServices, "clock">,
  found: readonly { id: string }[],
  now: Date,
): Promise<string[]> {
  const tips = await trx
    .selectFrom("tips")
    .select(["id", "image_id"])
    .where(
      "id",
      "in",
      found.map(({ id }) => id),
    )
    .where("status", "=", "PENDING")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (tips.length === 0) return [];
  await activate(trx, services, tips, { image_id: null }, now);
  const media_ids = tips.flatMap(({ image_id }) => image_id ?? []);
  if (media_ids.length > 0) await services.jobs.enqueue(trx, "media.erase", { media_ids, document_ids: [] });
  return tips.map(({ id }) => id);
}

/** Returned money shows nothing that was hidden. */
export async function returnToReview(
  trx: Transaction<DB>,
  tipId: string,
  from: "CHARGEBACK" | "REFUNDED",
  now: Date,
): Promise<void> {
  await trx
    .updateTable("tips")
    .set((eb) => ({
      status: eb
        .case()
        .when("activated_at", "is not", null)
        .then("ACTIVE" as const)
        .when("reviewed_at", "is not", null)
        .then("DECLINED" as const)
        .else("PENDING" as const)
        .end(),
      updated_at: now,
    }))
    .where((eb) => isOneOf(eb, [tipId]))
    .where("status", "=", from)
    .execute();
}

/** A group tip's review holds for its shares. */
function isOneOf(eb: ExpressionBuilder<DB, "tips">, ids: readonly string[]) {
  return eb.or([eb("id", "in", ids), eb("group_tip_id", "in", ids)]);
}

async function activate(
  trx: Transaction<DB>,
  services: Omit<ReviewServices, "clock">,
  tips: readonly { id: string }[],
  change: { image_id: null } | { reviewed_by: string; reviewed_at: Date },
  now: Date,
): Promise<void> {
  const ids = tips.map((tip) => tip.id);
  const shown = await trx
    .updateTable("tips")
    .set({ ...change, status: "ACTIVE", activated_at: now, updated_at: now })
    .where((eb) => isOneOf(eb, ids))
    .where("status", "=", "PENDING")
    .returning(["id", "creator_id", "grouplist_id", "words_added_at"])
    .execute();
  // Later words belong to a tip shown before.
  const received = shown.filter(({ words_added_at }) => words_added_at === null);
  await recordReceivedTips(trx, services, received, now);
}

/** Locked; null when it does not wait or is a share. */
async function takeTip(trx: Transaction<DB>, given: TipAct) {
  await requireOperator(trx, given.operator_id, "content");
  const tip = await trx
    .selectFrom("tips")
    .select(["id", "status"])
    .where("id", "=", given.tip_id)
    .where("group_tip_id", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return tip?.status === "PENDING" ? tip : null;
}

async function auditTip(
  trx: Transaction<DB>,
  action: "tip.accepted" | "tip.declined",
  given: TipAct,
  after: "ACTIVE" | "DECLINED",
  now: Date,
): Promise<void> {
  await writeAudit(trx, {
    actor_id: given.operator_id,
    action,
    subject: `tip:${given.tip_id}`,
    before: { status: "PENDING" },
    after: { status: after },
    now,
  });
}

interface ReviewedTip extends ReviewedContent {
  status: TipStatus;
  sender_name: string | null;
  waits_since: Date;
}

interface TipUnderReview extends ReviewedTip, ReviewDecision {
  item_name: string | null;
  message: string | null;
  has_image: boolean;
  country: string | null;
  payments: Payment[];
}

export async function listTipReviews(
  db: Kysely<DB>,
  page: { view: ReviewView; after: string | null },
): Promise<{ tips: ReviewedTip[]; next: string | null }> {
  const { rows, next } = await readReviewPage(reviewedTips(db), "tip", page);
  return { tips: rows.map(toReviewed), next };
}

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
      eb.fn.coalesce("c.words_added_at", "c.paid_at").as("waits_since"),
      "u.username",
      "g.slug as group_slug",
      eb.fn.coalesce("u.name", "g.name").as("name"),
      sql<string>`coalesce(c.creator_id, c.grouplist_id)`.as("creator_id"),
    ])
    .where("c.review_reason", "is not", null)
    .where("c.paid_at", "is not", null)
    .$narrowType<{ waits_since: Date }>();
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewedTips>["executeTakeFirstOrThrow"]>>;

function toReviewed(row: ReviewRow): ReviewedTip {
  const { status, sender_name, waits_since } = row;
  return { ...reviewedContent(row), status, sender_name, waits_since };
}
