import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { reviewContent } from "../moderation/review-content.ts";
import { localeOf, type Minor, minor } from "../money/minor.ts";
import { lockTipAndPayment, type TipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { requireOperator } from "../users/user.server.ts";
import { listAllocations } from "./reversal-amounts.server.ts";

type RequestServices = Pick<TipServices, "db" | "jobs" | "clock" | "newId">;

const DAY_MS = 86_400_000;

/** When an operator takes over. */
export function requestDue(askedAt: Date): Date {
  return new Date(askedAt.getTime() + productRules.refund.request_days * DAY_MS);
}

/**
 * Each receiver with money left gets a request and a mail. "open": one waits. "held": a review would hold the
 * words. "asked_often": after two answers. `check`: a creator's refund rule (docs/product.md, 5.13).
 */
export async function requestShares<Refusal extends string>(
  services: RequestServices,
  given: { payment_id: string; reason: string },
  check: (trx: Transaction<DB>, locked: TipAndPayment, now: Date) => Promise<Refusal | null>,
): Promise<"requested" | "held" | "open" | "asked_often" | "unknown" | "nothing_left" | Refusal> {
  const now = services.clock();
  const { payment_id, reason } = given;
  if (isHeld(reason)) return "held";
  return await services.db.transaction().execute(async (trx) => {
    const locked = await lockTipAndPayment(trx, payment_id, "shared");
    if (!locked?.tip || locked.voucher) return "unknown";
    const refusal = await check(trx, locked, now);
    if (refusal) return refusal;
    const left = (await listAllocations(trx, payment_id)).filter(({ left_minor }) => left_minor > 0);
    if (left.length === 0) return "nothing_left";
    const asked = await trx
      .selectFrom("refund_requests")
      .select(["tip_id", "status"])
      .where("payment_id", "=", payment_id)
      .execute();
    if (asked.some(({ status }) => status === "OPEN")) return "open";
    const rounds = Math.max(
      0,
      ...[...Map.groupBy(asked, ({ tip_id }) => tip_id).values()].map((all) => all.length),
    );
    if (rounds >= productRules.refund.requests_maximum) return "asked_often";
    const shares = await trx
      .selectFrom("tip_allocations as a")
      .innerJoin("users as u", "u.id", "a.creator_id")
      .select(["a.tip_id", "a.currency", "a.amount_minor", "u.id as creator_id", "u.email", "u.locale"])
      .where(
        "a.id",
        "in",
        left.map(({ id }) => id),
      )
      .where("u.deleted_at", "is", null)
      .execute();
    if (shares.length === 0) return "unknown";
    for (const { tip_id, currency, amount_minor, creator_id, email, locale } of shares) {
      const id = services.newId();
      await trx
        .insertInto("refund_requests")
        .values({ id, tip_id, payment_id, reason, asked_at: now })
        .execute();
      await queueMail(trx, services, {
        ...{ dedupe_key: `refund-request:${id}`, template: "refund_requested", locale, recipient: email },
        user_id: creator_id,
        params: { tip_id, currency, amount_minor, until: requestDue(now).toISOString() },
        now,
      });
    }
    return "requested";
  });
}

function isHeld(words: string): boolean {
  return reviewContent({ texts: [words], has_image: false }) !== null;
}

/** A bank's claim on a payment `p` decides first. */
export const UNCLAIMED = sql<boolean>`(p.status = 'SUCCESS' and not exists (
  select from disputes d where d.payment_id = p.id and d.status in ('OPEN', 'LOST')))`;

/** A deleted creator answers none. */
export function isOverdue(now: Date) {
  const since = new Date(now.getTime() - productRules.refund.request_days * DAY_MS);
  return sql<boolean>`(r.asked_at <= ${since} or exists (
    select from users gone where gone.id = t.creator_id and gone.deleted_at is not null))`;
}

export interface RefundRequest {
  id: string;
  status: "OPEN" | "DECLINED" | "REFUNDED";
  creator_name: string | null;
  asked_at: Date;
  until: Date;
  answer: string | null;
  answered_by: "CREATOR" | "OPERATOR" | null;
  answered_at: Date | null;
}

export async function listRequestsOfPayment(db: Kysely<DB>, paymentId: string): Promise<RefundRequest[]> {
  const rows = await db
    .selectFrom("refund_requests as r")
    .innerJoin("tips as t", "t.id", "r.tip_id")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .select(["r.id", "r.status", "r.asked_at", "r.answer", "r.answered_by", "r.answered_at"])
    .select(["u.name", "u.username", "u.deleted_at"])
    .where("r.payment_id", "=", paymentId)
    .where(({ or, eb }) => or([eb("r.status", "<>", "OPEN"), UNCLAIMED]))
    .orderBy("r.asked_at")
    .orderBy("r.id")
    .$narrowType<Pick<RefundRequest, "status" | "answered_by">>()
    .execute();
  return rows.map(({ name, username, deleted_at, ...row }) => ({
    ...row,
    creator_name: deleted_at ? null : (name ?? username ?? ""),
    until: deleted_at ? row.asked_at : requestDue(row.asked_at),
  }));
}

/** For the receipt; the post checks under lock. */
export function mayRequest(
  {
    status,
    settled_at,
    takes_refund_requests,
    requests,
  }: {
    status: string;
    settled_at: Date;
    takes_refund_requests: boolean;
    requests: readonly RefundRequest[];
  },
  now: Date,
): boolean {
  const until = settled_at.getTime() + productRules.refund.creator_days * DAY_MS;
  const rounds = new Set(requests.map(({ asked_at }) => asked_at.getTime())).size;
  const isOpen = requests.some((each) => each.status === "OPEN");
  const isOver = isOpen || rounds >= productRules.refund.requests_maximum;
  return takes_refund_requests && status === "SUCCESS" && now.getTime() <= until && !isOver;
}

export interface OpenRequest {
  id: string;
  tip_id: string;
  payment_id: string;
  sender_name: string | null;
  creator_name: string;
  reason: string;
  asked_at: Date;
  until: Date;
  currency: string;
  amount_minor: Minor;
}

function openRequests(db: Kysely<DB>) {
  return db
    .selectFrom("refund_requests as r")
    .innerJoin("tips as t", "t.id", "r.tip_id")
    .innerJoin("payments as p", "p.id", "r.payment_id")
    .innerJoin("users as u", "u.id", "t.creator_id")
    .select(["r.id", "r.tip_id", "r.payment_id", "r.reason", "r.asked_at", "t.sender_name", "t.status"])
    .select(["t.currency", "t.amount_minor", "u.name", "u.username"])
    .where("r.status", "=", "OPEN")
    .where(UNCLAIMED)
    .orderBy("r.asked_at")
    .orderBy("r.id");
}

type OpenRow = Awaited<ReturnType<ReturnType<typeof openRequests>["execute"]>>[number];

function toOpen({ name, username, status, ...row }: OpenRow): OpenRequest {
  return {
    ...row,
    sender_name: status === "DECLINED" ? null : row.sender_name,
    creator_name: name ?? username ?? "",
    until: requestDue(row.asked_at),
    amount_minor: minor(row.amount_minor),
  };
}

export async function listRequestsTo(db: Kysely<DB>, creatorId: string): Promise<OpenRequest[]> {
  const rows = await openRequests(db)
    .where("t.creator_id", "=", creatorId)
    .limit(productRules.admin_rows)
    .execute();
  return rows.map(toOpen);
}

/** Unanswered for 14 days or by a deleted creator. */
export async function listOverdueRequests(db: Kysely<DB>, now: Date): Promise<OpenRequest[]> {
  const rows = await openRequests(db).where(isOverdue(now)).limit(productRules.admin_rows).execute();
  return rows.map(toOpen);
}

type Decliner =
  | { role: "CREATOR"; creator_id: string; tip_id: string }
  | { role: "OPERATOR"; operator_id: string; id: string };

/**
 * "gone": answered, claimed, another creator's, or not overdue to an operator. "held": a review would hold
 * the words. Mails the fan.
 */
export async function declineRequest(
  services: RequestServices,
  by: Decliner,
  answer: string,
): Promise<"declined" | "held" | "gone"> {
  const now = services.clock();
  if (by.role === "CREATOR" && isHeld(answer)) return "held";
  return await services.db.transaction().execute(async (trx) => {
    if (by.role === "OPERATOR") await requireOperator(trx, by.operator_id, "money");
    const open = openRequests(trx).clearOrderBy().clearSelect().select("r.id");
    const declined = await trx
      .updateTable("refund_requests")
      .set({ status: "DECLINED", answer, answered_by: by.role, answered_at: now })
      .where("status", "=", "OPEN")
      .where(
        "id",
        "in",
        by.role === "OPERATOR"
          ? open.where("r.id", "=", by.id).where(isOverdue(now))
          : open.where("r.tip_id", "=", by.tip_id).where("t.creator_id", "=", by.creator_id),
      )
      .returning(["id", "payment_id"])
      .executeTakeFirst();
    if (!declined) return "gone";
    await mailAnswers(trx, services, [declined.id], now);
    if (by.role === "OPERATOR")
      await writeAudit(trx, {
        actor_id: by.operator_id,
        action: "refund_request.declined",
        subject: `payment:${declined.payment_id}`,
        before: null,
        after: null,
        now,
      });
    return "declined";
  });
}

/** Any refund answers a request for a share of which it leaves nothing. */
export async function answerByRefund(
  trx: Transaction<DB>,
  services: Pick<TipServices, "jobs" | "newId">,
  refunded: { payment_id: string; parts: readonly { allocation_id: string }[] },
  now: Date,
): Promise<void> {
  const taken = new Set(refunded.parts.map(({ allocation_id }) => allocation_id));
  if (taken.size === 0) return;
  const shares = await listAllocations(trx, refunded.payment_id);
  const whole = shares.flatMap(({ id, left_minor }) => (taken.has(id) && left_minor === 0 ? [id] : []));
  if (whole.length === 0) return;
  const answered = await trx
    .updateTable("refund_requests")
    .set({ status: "REFUNDED", answered_at: now })
    .where("status", "=", "OPEN")
    .where("tip_id", "in", (eb) => eb.selectFrom("tip_allocations").select("tip_id").where("id", "in", whole))
    .returning("id")
    .execute();
  await mailAnswers(
    trx,
    services,
    answered.map(({ id }) => id),
    now,
  );
}

/** Free words stay on the receipt; mails in our name carry none. */
async function mailAnswers(
  trx: Transaction<DB>,
  services: Pick<TipServices, "jobs" | "newId">,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom("refund_requests as r")
    .innerJoin("tips as t", "t.id", "r.tip_id")
    .select([
      "r.id",
      "r.payment_id",
      "r.status",
      "t.sender_email",
      "t.locale",
      "t.currency",
      "t.amount_minor",
    ])
    .where("r.id", "in", ids)
    .where(sql<boolean>`t.sender_email is not null`)
    .execute();
  for (const { id, payment_id, status, sender_email, locale, currency, amount_minor } of rows) {
    if (sender_email === null) continue;
    await queueMail(trx, services, {
      ...{ dedupe_key: `refund-answer:${id}`, template: "refund_answered", locale: localeOf(locale) },
      ...{ recipient: sender_email, user_id: null },
      params: { payment_id, is_refunded: status === "REFUNDED", currency, amount_minor },
      now,
    });
  }
}
