import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar/business-date.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import { getBalances, post } from "../ledger/post.server.ts";
import { tipRefunded } from "../ledger/rules/refund-posting-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { type Minor, minor } from "../money/minor.ts";
import {
  needsSecondOperator,
  recordActAlone,
  requestSecondOperator,
  type SecondOperatorRule,
} from "../operator-acts/operator-acts.server.ts";
import { findPayment, type Payment, recordPaymentEvent } from "../payments/payment-record.server.ts";
import { recountWaiting } from "../rollups/waiting-totals.server.ts";
import { type LockedVoucher, lockTipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { returnRedemption } from "../vouchers/pending-redemptions.server.ts";
import { markVoucherRefunded } from "../vouchers/voucher-states.server.ts";
import {
  planRefund,
  planVoucherRefund,
  type RefundPlan,
  type RefundQuote,
  type RefundRefusal,
  type RefundRequester,
  refusalOf,
  voucherRefusalOf,
} from "./refund-plan.server.ts";
import { listAllocations, lockShares, sumReversed } from "./reversal-amounts.server.ts";

type RefundOutcome =
  | { outcome: "requested"; refund_id: string }
  /** docs/product.md, 6.12. */
  | { outcome: "waiting" }
  | { outcome: "refused"; reason: RefundRefusal };

interface RefundOrder {
  payment_id: string;
  amount_minor: Minor | null;
  seen_left_minor: Minor;
  by: RefundRequester;
}

/** Of the tip; null is the rest. */
export async function quoteRefund(
  services: { db: Kysely<DB>; clock: () => Date },
  order: { payment_id: string; amount_minor: Minor | null; by: RefundRequester },
): Promise<RefundQuote> {
  const { db } = services;
  const payment = await findPayment(db, order.payment_id);
  if (payment?.voucher_id) return await quoteVoucherRefund(services, payment, payment.voucher_id, order);
  const tip = payment?.tip_id
    ? await db
        .selectFrom("tips")
        .select(["paid_at", "creator_id"])
        .where("id", "=", payment.tip_id)
        .executeTakeFirst()
    : undefined;
  if (!payment || !tip) return { outcome: "refused", reason: "unknown" };
  const sharing = payment.member_ids ?? (tip.creator_id === null ? [] : [tip.creator_id]);
  const receivers =
    sharing.length === 0
      ? []
      : await db.selectFrom("users").select(["id", "status"]).where("id", "in", sharing).execute();
  const facts = { payment, receivers, paid_at: tip.paid_at };
  const refusal = await refusalOf(db, facts, order.by, services.clock());
  if (refusal) return { outcome: "refused", reason: refusal };
  const before = await sumReversed(db, payment.id);
  const allocations = await listAllocations(db, payment.id);
  const available = new Map<string, number>();
  for (const { creator_id } of allocations)
    available.set(creator_id, (await getBalances(db, creator_id, payment.currency)).creator_available);
  return planRefund(payment, before, allocations, available, order);
}

async function quoteVoucherRefund(
  { db, clock }: { db: Kysely<DB>; clock: () => Date },
  payment: Payment,
  voucherId: string,
  order: { amount_minor: Minor | null; by: RefundRequester },
): Promise<RefundQuote> {
  const { asked_at, ...voucher } = await db
    .selectFrom("vouchers as v")
    .leftJoin("voucher_redemptions as r", (join) =>
      join.onRef("r.voucher_id", "=", "v.id").on("r.status", "=", "PENDING"),
    )
    .select(["v.status", "v.paid_at", "v.waited_days", "r.asked_at"])
    .where("v.id", "=", voucherId)
    .executeTakeFirstOrThrow();
  const redemption = asked_at && { asked_at };
  const facts = { payment, receivers: [], paid_at: voucher.paid_at };
  const refusal =
    (await refusalOf(db, facts, order.by, clock())) ??
    voucherRefusalOf({ ...voucher, redemption }, order.by, clock());
  if (refusal) return { outcome: "refused", reason: refusal };
  return planVoucherRefund(payment, await sumReversed(db, payment.id), order);
}

/**
 * Posted at once, so that it cannot be paid out; a job calls the provider. Happens once, or is refused
 * (docs/money.md, 3).
 */
export async function refundTip(
  services: TipServices & SecondOperatorRule,
  order: RefundOrder,
): Promise<RefundOutcome> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<RefundOutcome> => {
    const planned = await planLocked(trx, order, now);
    if (planned.outcome === "refused") return planned;
    if (await waitsForSecond(trx, services, order, planned.plan, now)) return { outcome: "waiting" };
    return await requestRefund(trx, services, order, planned, now);
  });
}

export async function refundApproved(
  trx: Transaction<DB>,
  services: TipServices,
  order: RefundOrder & { goodwill_minor: Minor; now: Date },
): Promise<RefundOutcome> {
  const planned = await planLocked(trx, order, order.now);
  if (planned.outcome === "refused") return planned;
  // Goodwill stays within the approved amount.
  if (planned.plan.goodwill_minor > order.goodwill_minor) return { outcome: "refused", reason: "changed" };
  return await requestRefund(trx, services, order, planned, order.now);
}

type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockTipAndPayment>>>["payment"];
type Planned = {
  outcome: "planned";
  payment: LockedPayment;
  voucher: LockedVoucher | null;
  plan: RefundPlan;
};

async function planLocked(
  trx: Transaction<DB>,
  order: RefundOrder,
  now: Date,
): Promise<Planned | { outcome: "refused"; reason: RefundRefusal }> {
  const locked = await lockTipAndPayment(trx, order.payment_id, "shared");
  if (!locked) return { outcome: "refused", reason: "unknown" };
  const { payment, receivers, tip, voucher } = locked;
  const paid_at = voucher?.paid_at ?? tip?.paid_at ?? null;
  const refusal =
    (await refusalOf(trx, { payment, receivers, paid_at }, order.by, now)) ??
    (voucher && voucherRefusalOf(voucher, order.by, now));
  if (refusal) return { outcome: "refused", reason: refusal };
  const before = await sumReversed(trx, payment.id);
  const { allocations, available } = await lockShares(trx, payment);
  const quoted = voucher
    ? planVoucherRefund(payment, before, order)
    : planRefund(payment, before, allocations, available, order);
  if (quoted.outcome === "refused") return quoted;
  const { plan } = quoted;
  if (plan.left_minor !== order.seen_left_minor) return { outcome: "refused", reason: "changed" };
  return { outcome: "planned", payment, voucher, plan };
}

async function waitsForSecond(
  trx: Transaction<DB>,
  services: TipServices & SecondOperatorRule,
  order: RefundOrder,
  plan: RefundPlan,
  now: Date,
): Promise<boolean> {
  const { by, payment_id } = order;
  if (by.role !== "OPERATOR") return false;
  const subject = `payment:${payment_id}`;
  const worth = (amount: Minor) => euroValue(trx, amount, plan.currency, businessDate(now));
  const common = { operator_id: by.user_id, subject, now };
  const acts = [
    { ...common, kind: "GOODWILL" as const, worth_eur_minor: await worth(plan.goodwill_minor) },
    { ...common, kind: "REFUND" as const, worth_eur_minor: await worth(sumOf(plan)) },
  ].filter((act) => act.worth_eur_minor > 0);
  for (const act of acts) {
    if (!(await needsSecondOperator(trx, services, act))) continue;
    const params = {
      ...{ payment_id, reason: by.reason, pays_rest: by.pays_rest, amount_minor: plan.tip_minor },
      ...{
        goodwill_minor: plan.goodwill_minor,
        seen_left_minor: order.seen_left_minor,
        currency: plan.currency,
      },
    };
    await requestSecondOperator(trx, services, { ...act, params });
    return true;
  }
  for (const act of acts) await recordActAlone(trx, services, act);
  return false;
}

function sumOf(plan: RefundPlan): Minor {
  return minor(plan.tip_minor + plan.service_fee_minor + plan.vat_minor);
}

async function requestRefund(
  trx: Transaction<DB>,
  services: TipServices,
  { by }: RefundOrder,
  { payment, voucher, plan }: Planned,
  now: Date,
): Promise<RefundOutcome> {
  const refundId = services.newId();
  const redemption = voucher?.redemption;
  // Withdrawal is possible until a creator is credited.
  if (voucher && redemption?.status === "PENDING")
    await returnRedemption(trx, services, { ...voucher, redemption }, "WITHDRAWN", now);
  await writeRefund(trx, refundId, payment, plan, {
    reason: by.role === "OPERATOR" ? by.reason : by.role.toLowerCase(),
    status: "REQUESTED",
    asked_by: by.role,
    requested_by: by.role === "BUYER" ? null : by.user_id,
    requested_at: now,
  });
  if (voucher) await markVoucherRefunded(trx, voucher.id, now);
  if (voucher && by.role === "BUYER")
    await mailWithdrawal(trx, services, voucher, { refundId, payment }, now);
  await services.jobs.enqueue(trx, "payments.refund", { refund_id: refundId });
  if (by.role === "OPERATOR") {
    const { tip_minor, charged_minor, goodwill_minor } = plan;
    await writeAudit(trx, {
      actor_id: by.user_id,
      action: "payment.refunded",
      subject: `payment:${payment.id}`,
      before: { left_minor: plan.left_minor },
      after: { refund_id: refundId, tip_minor, charged_minor, goodwill_minor },
      now,
    });
  }
  await recountWaiting(trx, payment.id);
  return { outcome: "requested", refund_id: refundId };
}

async function mailWithdrawal(
  trx: Transaction<DB>,
  services: TipServices,
  voucher: LockedVoucher,
  { refundId, payment }: { refundId: string; payment: LockedPayment },
  now: Date,
): Promise<void> {
  if (voucher.email === null) return;
  const { code_end } = await trx
    .selectFrom("vouchers")
    .select("code_end")
    .where("id", "=", voucher.id)
    .executeTakeFirstOrThrow();
  await queueMail(trx, services, {
    // A retry after a refusal gets its own mail.
    dedupe_key: `refund:${refundId}:withdrawn`,
    template: "voucher_news",
    locale: voucher.locale,
    recipient: voucher.email,
    user_id: null,
    params: {
      ...{ kind: "withdrawn", amount_minor: payment.charged_minor },
      ...{ currency: payment.charged_currency, code_end: code_end ?? "" },
    },
    now,
  });
}

/** The caller holds the locks. */
export async function writeRefund(
  trx: Transaction<DB>,
  id: string,
  payment: Parameters<typeof tipRefunded>[1],
  plan: RefundPlan,
  facts: {
    reason: string;
    status: "REQUESTED" | "DONE";
    asked_by: "CREATOR" | "OPERATOR" | "PROVIDER" | "BUYER";
    requested_by: string | null;
    requested_at: Date;
    done_at?: Date;
    provider_refund_ref?: string;
  },
): Promise<void> {
  const now = facts.requested_at;
  const { tip_minor, service_fee_minor, vat_minor, charged_minor, goodwill_minor } = plan;
  await trx
    .insertInto("refunds")
    .values({
      ...{ id, payment_id: payment.payment_id, ...facts },
      ...{ amount_minor: charged_minor, currency: payment.charged_currency },
      ...{ tip_minor, service_fee_minor, vat_minor, goodwill_minor },
    })
    .execute();
  if (plan.parts.length > 0) {
    await trx
      .insertInto("refund_parts")
      .values(
        plan.parts.map(({ creator_id: _, shard: __, currency: ___, ...part }) => ({
          ...part,
          refund_id: id,
        })),
      )
      .execute();
  }
  await post(trx, [tipRefunded(id, payment, plan.parts, plan, now)], now);
  const detail = { refund_id: id, asked_by: facts.asked_by, tip_minor, charged_minor };
  await recordPaymentEvent(trx, payment.payment_id, "refund_posted", detail, now);
}

type RefundServices = Parameters<typeof refundTip>[0];
type Refused = { outcome: "refused"; reason: RefundRefusal };

type VoucherRefund = { voucher_id: string; by: Extract<RefundRequester, { role: "OPERATOR" | "BUYER" }> };

export async function quoteVoucher(
  services: RefundServices,
  given: VoucherRefund,
): Promise<{ outcome: "quoted"; payment_id: string; left_minor: Minor } | Refused> {
  const payment = await services.db
    .selectFrom("payments")
    .select("id")
    .where("voucher_id", "=", given.voucher_id)
    .where("status", "in", ["SUCCESS", "CHARGEBACK", "REFUNDED"])
    .orderBy((eb) => eb("status", "=", "REFUNDED"))
    .executeTakeFirst();
  if (!payment) return { outcome: "refused", reason: "not_paid" };
  const quoted = await quoteRefund(services, { payment_id: payment.id, amount_minor: null, by: given.by });
  if (quoted.outcome === "refused") return quoted;
  return { outcome: "quoted", payment_id: payment.id, left_minor: quoted.plan.left_minor };
}

/** By withdrawal or an operator, as `refundTip` (docs/product.md, 5.12). */
export async function refundVoucher(
  services: RefundServices,
  given: VoucherRefund,
): Promise<{ outcome: "requested" } | { outcome: "waiting" } | Refused> {
  const quoted = await quoteVoucher(services, given);
  if (quoted.outcome === "refused") return quoted;
  const { payment_id, left_minor } = quoted;
  return await refundTip(services, {
    payment_id,
    amount_minor: null,
    by: given.by,
    seen_left_minor: left_minor,
  });
}

export interface UnfinishedRefund {
  id: string;
  tip_id: string;
  /** After it was made. */
  status: "REQUESTED" | "FAILED" | "FAILED_LATE";
  tip_minor: Minor;
  currency: string;
  at: Date;
}

/** Under way, or refused without a retry. */
export async function listUnfinishedRefunds(
  db: Kysely<DB>,
  tipIds: readonly string[],
): Promise<UnfinishedRefund[]> {
  if (tipIds.length === 0) return [];
  const rows = await db
    .selectFrom("tip_allocations as a")
    .innerJoin("refund_parts as part", "part.allocation_id", "a.id")
    .innerJoin("refunds as r", "r.id", "part.refund_id")
    .select(["r.id", "a.tip_id", "r.status", "part.amount_minor as tip_minor", "a.currency"])
    .select(["r.requested_at", "r.done_at", "r.failed_late_at"])
    .where("a.tip_id", "in", [...tipIds])
    .where("r.status", "<>", "DONE")
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb("r.status", "=", "REQUESTED"),
        not(
          exists(
            selectFrom("refund_parts as other")
              .innerJoin("refunds as later", "later.id", "other.refund_id")
              .select("later.id")
              .whereRef("other.allocation_id", "=", "a.id")
              .whereRef("later.requested_at", ">", "r.requested_at"),
          ),
        ),
      ]),
    )
    .orderBy("r.requested_at")
    .$narrowType<{ status: "REQUESTED" | "FAILED" }>()
    .execute();
  return rows.map(({ requested_at, done_at, failed_late_at, status, ...row }) => ({
    ...row,
    status: failed_late_at === null ? status : "FAILED_LATE",
    at: failed_late_at ?? done_at ?? requested_at,
  }));
}
