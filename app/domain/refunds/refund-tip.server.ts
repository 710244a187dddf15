import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { getBalances, post } from "../ledger/ledger.server.ts";
import { type RefundPart, tipRefunded } from "../ledger/rules/refund-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { findPayment, recordPaymentEvent } from "../payments/payments.server.ts";
import type { TipServices } from "../tips/tips.server.ts";
import { lockTipAndPayment } from "../tips/tips.server.ts";
import {
  type AllocationLeft,
  type ChargeBreakdown,
  leftOf,
  listAllocations,
  lockShares,
  partByTip,
  type ReversalBreakdown,
  spread,
  sumReversed,
} from "./reversal-amounts.server.ts";

/** Why a refund is not possible. */
type RefundRefusal =
  /** There is no such tip, or it is somebody else's. */
  | "unknown"
  | "locked"
  | "not_paid"
  | "disputed"
  /** The fan's bank has taken the money back, and there is nothing to give. */
  | "charged_back"
  | "too_late"
  /** Something was given back since the page was made: whoever pressed shall look again. */
  | "changed"
  | "nothing_left"
  | "too_much"
  | "too_small"
  | "not_enough";

/** Who asks: a creator for a tip of their own, or an operator, who may let the platform pay what is missing. */
export type RefundAsker =
  | { role: "CREATOR"; user_id: string }
  | { role: "OPERATOR"; user_id: string; reason: string; pays_rest: boolean };

/** What a refund would do, in minor units of the tip's currency; `charged_minor` is what the fan gets. */
export interface RefundPlan extends ReversalBreakdown {
  currency: string;
  charged_currency: string;
  from_pending_minor: Minor;
  from_available_minor: Minor;
  goodwill_minor: Minor;
  /** Of the tip before this refund: to be sent along, so that nobody refunds what they did not see. */
  left_minor: Minor;
  parts: readonly RefundPart[];
}

export type RefundQuote =
  | { outcome: "quoted"; plan: RefundPlan }
  | { outcome: "refused"; reason: RefundRefusal };

export type RefundOutcome =
  | { outcome: "requested"; refund_id: string }
  | { outcome: "refused"; reason: RefundRefusal };

interface RefundFacts {
  payment: ChargeBreakdown & { id: string; status: string };
  receiver: { id: string; status: string };
  paid_at: Date | null;
}

/** What a refund of a tip's payment would do now, or why it is refused. `amount_minor` is of the tip; null is the rest. */
export async function quoteRefund(
  services: { db: Kysely<DB>; clock: () => Date },
  order: { payment_id: string; amount_minor: Minor | null; by: RefundAsker },
): Promise<RefundQuote> {
  const { db } = services;
  const payment = await findPayment(db, order.payment_id);
  const tip = payment?.tip_id
    ? await db
        .selectFrom("tips as t")
        .innerJoin("users as u", "u.id", "t.creator_id")
        .select(["t.paid_at", "u.id", "u.status"])
        .where("t.id", "=", payment.tip_id)
        .executeTakeFirst()
    : undefined;
  if (!payment || !tip) return { outcome: "refused", reason: "unknown" };
  const refusal = await refusalOf(
    db,
    { payment, receiver: tip, paid_at: tip.paid_at },
    order.by,
    services.clock(),
  );
  if (refusal) return { outcome: "refused", reason: refusal };
  const before = await sumReversed(db, payment.id);
  const allocations = await listAllocations(db, payment.id);
  const available = new Map<string, number>();
  for (const { creator_id } of allocations)
    available.set(creator_id, (await getBalances(db, creator_id, payment.currency)).creator_available);
  return planRefund(payment, before, allocations, available, order);
}

/**
 * Gives a settled tip back to the fan, whole or in part (docs/money.md, 3): decided and posted at once, so that the
 * money cannot be paid out meanwhile; a job then asks the provider. Pressed twice, or at once with anything else that
 * moves this money, it happens once or is refused.
 */
export async function refundTip(
  services: TipServices,
  order: { payment_id: string; amount_minor: Minor | null; seen_left_minor: Minor; by: RefundAsker },
): Promise<RefundOutcome> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx): Promise<RefundOutcome> => {
    const locked = await lockTipAndPayment(trx, order.payment_id);
    if (!locked) return { outcome: "refused", reason: "unknown" };
    const { payment, receiver, tip } = locked;
    const refusal = await refusalOf(trx, { payment, receiver, paid_at: tip.paid_at }, order.by, now);
    if (refusal) return { outcome: "refused", reason: refusal };
    const before = await sumReversed(trx, payment.id);
    const { allocations, available } = await lockShares(trx, payment);
    const quoted = planRefund(payment, before, allocations, available, order);
    if (quoted.outcome === "refused") return quoted;
    const { plan } = quoted;
    if (plan.left_minor !== order.seen_left_minor) return { outcome: "refused", reason: "changed" };
    const { by } = order;
    const refundId = services.newId();
    await writeRefund(trx, refundId, payment, plan, {
      reason: by.role === "OPERATOR" ? by.reason : "creator",
      status: "REQUESTED",
      asked_by: by.role,
      requested_by: by.user_id,
      requested_at: now,
    });
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
    return { outcome: "requested", refund_id: refundId };
  });
}

/** Writes the refund with its parts and posts it; the caller holds the locks. */
export async function writeRefund(
  trx: Transaction<DB>,
  id: string,
  payment: Parameters<typeof tipRefunded>[1],
  plan: RefundPlan,
  facts: {
    reason: string;
    status: "REQUESTED" | "DONE";
    asked_by: "CREATOR" | "OPERATOR" | "PROVIDER";
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
      .values(plan.parts.map(({ creator_id: _, shard: __, ...part }) => ({ ...part, refund_id: id })))
      .execute();
  }
  await post(trx, [tipRefunded(id, payment, plan.parts, plan, now)], now);
  const detail = { refund_id: id, asked_by: facts.asked_by, tip_minor, charged_minor };
  await recordPaymentEvent(trx, payment.payment_id, "refund_posted", detail, now);
}

/** Where the money of a refund comes from: what still waits of each share, then what is available, then goodwill. */
export function takeFrom(
  payment: Pick<ChargeBreakdown, "currency" | "charged_currency">,
  part: ReversalBreakdown,
  left: Minor,
  allocations: readonly AllocationLeft[],
  available: ReadonlyMap<string, number>,
): RefundPlan {
  const amounts = spread(
    part.tip_minor,
    allocations.map((each) => each.left_minor),
  );
  const parts = allocations.flatMap((allocation, index): RefundPart[] => {
    const amount = amounts[index] ?? 0;
    if (amount === 0) return [];
    const fromPending = Math.min(amount, allocation.waiting_minor);
    const fromAvailable = Math.min(amount - fromPending, available.get(allocation.creator_id) ?? 0);
    return [
      {
        allocation_id: allocation.id,
        creator_id: allocation.creator_id,
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
  allocations: readonly AllocationLeft[],
  available: ReadonlyMap<string, number>,
  order: { amount_minor: Minor | null; by: RefundAsker },
): RefundQuote {
  const left = leftOf(payment, before).tip_minor;
  const amount = order.amount_minor ?? left;
  if (left === 0) return { outcome: "refused", reason: "nothing_left" };
  if (amount > left) return { outcome: "refused", reason: "too_much" };
  if (amount <= 0) return { outcome: "refused", reason: "too_small" };
  const part = partByTip(payment, before, amount);
  // A cent of a tip may be less than the smallest coin that the fan paid with.
  if (part.charged_minor === 0) return { outcome: "refused", reason: "too_small" };
  const plan = takeFrom(payment, part, left, allocations, available);
  const paysRest = order.by.role === "OPERATOR" && order.by.pays_rest;
  if (plan.goodwill_minor > 0 && !paysRest) return { outcome: "refused", reason: "not_enough" };
  return { outcome: "quoted", plan };
}

async function refusalOf(
  db: Kysely<DB>,
  { payment, receiver, paid_at }: RefundFacts,
  by: RefundAsker,
  now: Date,
): Promise<RefundRefusal | null> {
  const isCreator = by.role === "CREATOR";
  if (isCreator && receiver.id !== by.user_id) return "unknown";
  // Who is locked decides nothing any more; an operator may still give the fans their money back.
  if (isCreator && receiver.status === "LOCKED") return "locked";
  if (payment.status === "CHARGEBACK") return "charged_back";
  if (payment.status === "REFUNDED") return "nothing_left";
  if (payment.status !== "SUCCESS" || paid_at === null) return "not_paid";
  const dispute = await db
    .selectFrom("disputes")
    .select("status")
    .where("payment_id", "=", payment.id)
    .where("status", "in", ["OPEN", "LOST"])
    .orderBy("status", "desc")
    .executeTakeFirst();
  if (dispute) return dispute.status === "OPEN" ? "disputed" : "charged_back";
  const isLate = now.getTime() > paid_at.getTime() + productRules.refund.creator_days * 86_400_000;
  return isCreator && isLate ? "too_late" : null;
}
