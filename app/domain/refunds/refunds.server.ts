import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { businessDate } from "../calendar.ts";
import { recordTakenShares } from "../creator-events/tip-events.server.ts";
import { euroValue } from "../exchange-rates/rates.server.ts";
import { getBalances, post } from "../ledger/post.server.ts";
import { isHeld } from "../ledger/rules/posting-rules.ts";
import { type RefundPart, tipRefunded } from "../ledger/rules/reversal-posting-rules.ts";
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
import { planTransfers } from "../transfers/transfer-plan.server.ts";
import { returnRedemption } from "../vouchers/redeem-voucher.server.ts";
import { endOfWithdrawal } from "../vouchers/voucher-dates.ts";
import { markVoucherRefunded } from "../vouchers/voucher-states.server.ts";
import { answerByRefund, requestShares } from "./refund-requests.server.ts";
import {
  type AllocationLeft,
  type ChargeBreakdown,
  leftOfEach,
  listAllocations,
  lockShares,
  partByTip,
  type ReversalBreakdown,
  sumReversed,
  takeFromShares,
} from "./reversal-amounts.server.ts";

type RefundOutcome =
  | { outcome: "requested"; refund_id: string }
  | { outcome: "waiting" }
  | { outcome: "refused"; reason: RefundRefusal };

interface RefundOrder {
  payment_id: string;
  amount_minor: Minor | null;
  seen_left_minor: Minor;
  by: RefundRequester;
}

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
  const available = isHeld(payment)
    ? await readAvailable(db, allocations, payment.currency)
    : leftOfEach(allocations);
  return planRefund(payment, before, allocations, available, order);
}

async function readAvailable(
  db: Kysely<DB>,
  allocations: readonly AllocationLeft[],
  currency: string,
): Promise<ReadonlyMap<string, number>> {
  const available = new Map<string, number>();
  for (const { creator_id } of allocations)
    available.set(creator_id, (await getBalances(db, creator_id, currency)).creator_available);
  return available;
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
    .select(["v.status", "v.paid_at", "v.waited_days", "v.withdrawal_days", "r.asked_at"])
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
 * Posted at once, so that it cannot be paid out; a job calls the provider. Once, or refused (docs/money.md,
 * 3).
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

/** By the rules of a creator's refund. Outcomes: `requestShares`. */
export async function requestRefundOf(
  services: Parameters<typeof requestShares>[0],
  given: { payment_id: string; reason: string },
): Promise<Awaited<ReturnType<typeof requestShares<RefundRefusal>>>> {
  return await requestShares(services, given, async (trx, { payment, receivers, tip }, now) => {
    const paid_at = tip?.paid_at ?? null;
    // An operator answers for a locked creator.
    const able = receivers.map(({ id }) => ({ id, status: "ACTIVE" }));
    const by = { role: "CREATOR", user_id: able[0]?.id ?? "" } as const;
    return await refusalOf(trx, { payment, receivers: able, paid_at }, by, now);
  });
}

export async function refundApproved(
  trx: Transaction<DB>,
  services: TipServices,
  order: RefundOrder & { goodwill_minor: Minor; now: Date },
): Promise<RefundOutcome> {
  const planned = await planLocked(trx, order, order.now);
  if (planned.outcome === "refused") return planned;
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
  await answerByRefund(trx, services, { payment_id: payment.id, parts: plan.parts }, now);
  await recordRefunded(trx, services, { payment_id: payment.id, refund_id: refundId, plan }, now);
  if (voucher) await markVoucherRefunded(trx, voucher.id, now);
  if (voucher && by.role === "BUYER")
    await mailWithdrawal(trx, services, voucher, { refundId, payment }, now);
  await planTransfers(trx, services, payment, { refund_id: refundId }, now);
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

/** What takes nothing from creators is no event of theirs. */
export async function recordRefunded(
  trx: Transaction<DB>,
  services: Pick<TipServices, "jobs" | "newId">,
  { payment_id, refund_id, plan }: { payment_id: string; refund_id: string; plan: RefundPlan },
  now: Date,
): Promise<void> {
  const allocation_ids = plan.parts.map((part) => part.allocation_id);
  if (allocation_ids.length === 0) return;
  const taken = { type: "tip.refunded" as const, payment_id, allocation_ids, cause: refund_id };
  await recordTakenShares(trx, services, taken, now);
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
  const { tip_minor, service_fee_minor, vat_minor, application_fee_minor } = plan;
  const { charged_minor, goodwill_minor } = plan;
  await trx
    .insertInto("refunds")
    .values({
      ...{ id, payment_id: payment.payment_id, ...facts },
      ...{ amount_minor: charged_minor, currency: payment.charged_currency },
      ...{ tip_minor, service_fee_minor, vat_minor, goodwill_minor, application_fee_minor },
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

/** As `refundTip` (docs/product.md, 5.12). */
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
  status: "REQUESTED" | "FAILED" | "FAILED_LATE";
  tip_minor: Minor;
  currency: string;
  at: Date;
}

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

type RefundRefusal =
  | "unknown"
  | "locked"
  | "not_paid"
  | "disputed"
  | "charged_back"
  | "too_late"
  | "changed"
  | "nothing_left"
  | "too_much"
  | "too_small"
  | "not_enough"
  | "redeemed"
  | "whole_only";

/** A creator (own tips), an operator (with goodwill), or a voucher's buyer (withdrawal). */
export type RefundRequester =
  | { role: "BUYER" }
  | { role: "CREATOR"; user_id: string }
  | { role: "OPERATOR"; user_id: string; reason: string; pays_rest: boolean };

/** The tip's currency; `charged_minor` is the fan's. */
export interface RefundPlan extends ReversalBreakdown {
  currency: string;
  charged_currency: string;
  from_pending_minor: Minor;
  from_available_minor: Minor;
  goodwill_minor: Minor;
  left_minor: Minor;
  parts: readonly RefundPart[];
}

export type RefundQuote =
  | { outcome: "quoted"; plan: RefundPlan }
  | { outcome: "refused"; reason: RefundRefusal };

interface RefundFacts {
  payment: ChargeBreakdown & { id: string; status: string; purpose: "TIP" | "VOUCHER" };
  receivers: readonly { id: string; status: string }[];
  paid_at: Date | null;
}

/** Pending, then available money, then goodwill. */
export function takeFrom(
  payment: ChargeBreakdown,
  before: ReversalBreakdown,
  part: ReversalBreakdown,
  left: Minor,
  allocations: readonly AllocationLeft[],
  available: ReadonlyMap<string, number>,
): RefundPlan {
  const amounts = takeFromShares(payment, before, part.tip_minor, allocations);
  const parts = allocations.flatMap((allocation, index): RefundPart[] => {
    const amount = amounts[index] ?? 0;
    if (amount === 0) return [];
    const fromPending = Math.min(amount, allocation.waiting_minor);
    const fromAvailable = Math.min(amount - fromPending, available.get(allocation.creator_id) ?? 0);
    return [
      {
        allocation_id: allocation.id,
        creator_id: allocation.creator_id,
        currency: allocation.currency,
        shard: allocation.shard,
        amount_minor: minor(amount),
        from_pending_minor: minor(fromPending),
        from_available_minor: minor(fromAvailable),
        goodwill_minor: minor(amount - fromPending - fromAvailable),
      },
    ];
  });
  const sum = (field: "from_pending_minor" | "from_available_minor" | "goodwill_minor") =>
    minor(parts.reduce((total, each) => total + each[field], 0));
  return {
    ...part,
    currency: payment.currency,
    charged_currency: payment.charged_currency,
    from_pending_minor: sum("from_pending_minor"),
    from_available_minor: sum("from_available_minor"),
    goodwill_minor: sum("goodwill_minor"),
    left_minor: left,
    parts,
  };
}

function planRefund(
  payment: ChargeBreakdown,
  before: ReversalBreakdown,
  shares: readonly AllocationLeft[],
  available: ReadonlyMap<string, number>,
  order: { amount_minor: Minor | null; by: RefundRequester },
): RefundQuote {
  const { by } = order;
  const allocations =
    by.role === "CREATOR" ? shares.filter(({ creator_id }) => creator_id === by.user_id) : shares;
  const left = minor(allocations.reduce((sum, each) => sum + each.left_minor, 0));
  const amount = order.amount_minor ?? left;
  if (left === 0) return { outcome: "refused", reason: "nothing_left" };
  if (amount > left) return { outcome: "refused", reason: "too_much" };
  if (amount <= 0) return { outcome: "refused", reason: "too_small" };
  const part = partByTip(payment, before, amount);
  if (part.charged_minor === 0) return { outcome: "refused", reason: "too_small" };
  const plan = takeFrom(payment, before, part, left, allocations, available);
  const paysRest = by.role === "OPERATOR" && by.pays_rest;
  if (plan.goodwill_minor > 0 && !paysRest) return { outcome: "refused", reason: "not_enough" };
  return { outcome: "quoted", plan };
}

function planVoucherRefund(
  payment: ChargeBreakdown,
  before: ReversalBreakdown,
  order: { amount_minor: Minor | null },
): RefundQuote {
  const left = minor(payment.amount_minor - before.tip_minor);
  if (left === 0) return { outcome: "refused", reason: "nothing_left" };
  if ((order.amount_minor ?? left) !== left) return { outcome: "refused", reason: "whole_only" };
  const part = partByTip(payment, before, left);
  return { outcome: "quoted", plan: takeFrom(payment, before, part, left, [], new Map()) };
}

/** A pending redemption stops no buyer, whose days pause meanwhile (docs/product.md, 5.12). */
function voucherRefusalOf(
  voucher: {
    status: string;
    paid_at: Date | null;
    waited_days: number;
    withdrawal_days: number;
    redemption: { asked_at: Date } | null;
  },
  by: RefundRequester,
  now: Date,
): RefundRefusal | null {
  if (by.role === "CREATOR") return "unknown";
  const { paid_at } = voucher;
  if (paid_at === null) return "not_paid";
  const waiting = voucher.status === "PENDING" ? voucher.redemption : null;
  if (voucher.status === "REDEEMED" || (waiting && by.role === "OPERATOR")) return "redeemed";
  if (voucher.status === "EXPIRED") return "too_late";
  if (by.role === "OPERATOR") return null;
  if (voucher.status !== "VALID" && !waiting) return "nothing_left";
  const at = waiting?.asked_at ?? now;
  return at >= endOfWithdrawal({ ...voucher, paid_at }) ? "too_late" : null;
}

async function refusalOf(
  db: Kysely<DB>,
  { payment, receivers, paid_at }: RefundFacts,
  by: RefundRequester,
  now: Date,
): Promise<RefundRefusal | null> {
  const isCreator = by.role === "CREATOR";
  const own = isCreator ? receivers.find(({ id }) => id === by.user_id) : undefined;
  if (isCreator && (!own || payment.purpose === "VOUCHER")) return "unknown";
  // A locked creator decides nothing; operators may refund.
  if (isCreator && own?.status === "LOCKED") return "locked";
  // A partly charged-back voucher's rest is still owed to its buyer.
  const mayBeCharged = payment.purpose === "VOUCHER";
  if (payment.status === "CHARGEBACK" && !mayBeCharged) return "charged_back";
  if (payment.status === "REFUNDED") return "nothing_left";
  if (!["SUCCESS", "CHARGEBACK"].includes(payment.status) || paid_at === null) return "not_paid";
  const dispute = await db
    .selectFrom("disputes")
    .select("status")
    .where("payment_id", "=", payment.id)
    .where("status", "in", ["OPEN", "LOST"])
    .orderBy("status", "desc")
    .executeTakeFirst();
  if (dispute?.status === "OPEN") return "disputed";
  if (dispute && !mayBeCharged) return "charged_back";
  const isLate = now.getTime() > paid_at.getTime() + productRules.refund.creator_days * 86_400_000;
  return isCreator && isLate && !(await hasOpenRequest(db, payment.id, by.user_id)) ? "too_late" : null;
}

/** Requested in time; the answer may come later. */
async function hasOpenRequest(db: Kysely<DB>, paymentId: string, creatorId: string): Promise<boolean> {
  const row = await db
    .selectFrom("refund_requests as r")
    .innerJoin("tips as t", "t.id", "r.tip_id")
    .select("r.id")
    .where("r.payment_id", "=", paymentId)
    .where("r.status", "=", "OPEN")
    .where("t.creator_id", "=", creatorId)
    .executeTakeFirst();
  return row !== undefined;
}
