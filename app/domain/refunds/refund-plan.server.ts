import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { RefundPart } from "../ledger/rules/refund-posting-rules.ts";
import { type Minor, minor } from "../money/minor.ts";
import { endOfWithdrawal } from "../vouchers/voucher-dates.ts";
import {
  type AllocationLeft,
  type ChargeBreakdown,
  partByTip,
  type ReversalBreakdown,
  takeFromShares,
} from "./reversal-amounts.server.ts";

/** Why a refund is not possible. */
export type RefundRefusal =
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
  | "not_enough"
  /** A voucher that somebody has redeemed; to an operator also one whose redemption waits. */
  | "redeemed"
  /** A voucher goes back as a whole. */
  | "whole_only";

/**
 * Who asks: a creator for a tip of their own, an operator, who may let the platform pay what is missing, or the buyer of a
 * voucher, who withdraws from the purchase.
 */
export type RefundAsker =
  | { role: "BUYER" }
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

interface RefundFacts {
  payment: ChargeBreakdown & { id: string; status: string; purpose: "TIP" | "VOUCHER" };
  /** Who shares it. */
  receivers: readonly { id: string; status: string }[];
  paid_at: Date | null;
}

/** Where the money of a refund comes from: what still waits of each share, then what is available, then goodwill. */
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

/** The plan of an amount of a tip, or why there is none: a member of a group gives back of their own share alone. */
export function planRefund(
  payment: ChargeBreakdown,
  before: ReversalBreakdown,
  shares: readonly AllocationLeft[],
  available: ReadonlyMap<string, number>,
  order: { amount_minor: Minor | null; by: RefundAsker },
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
  // A cent of a tip may be less than the smallest coin that the fan paid with.
  if (part.charged_minor === 0) return { outcome: "refused", reason: "too_small" };
  const plan = takeFrom(payment, before, part, left, allocations, available);
  const paysRest = by.role === "OPERATOR" && by.pays_rest;
  if (plan.goodwill_minor > 0 && !paysRest) return { outcome: "refused", reason: "not_enough" };
  return { outcome: "quoted", plan };
}

/** The plan of a voucher that nobody has redeemed, which goes back as a whole. */
export function planVoucherRefund(
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

/**
 * Why a voucher is not refunded, as far as its own state says; the payment's says the rest. A redemption that waits stops no
 * buyer, whose days to withdraw do not run meanwhile (docs/product.md, 5.12).
 */
export function voucherRefusalOf(
  voucher: {
    status: string;
    paid_at: Date | null;
    waited_days: number;
    redemption: { asked_at: Date } | null;
  },
  by: RefundAsker,
  now: Date,
): RefundRefusal | null {
  if (by.role === "CREATOR") return "unknown";
  if (voucher.paid_at === null) return "not_paid";
  const waiting = voucher.status === "PENDING" ? voucher.redemption : null;
  if (voucher.status === "REDEEMED" || (waiting && by.role === "OPERATOR")) return "redeemed";
  if (voucher.status === "EXPIRED") return "too_late";
  if (by.role === "OPERATOR") return null;
  if (voucher.status !== "VALID" && !waiting) return "nothing_left";
  const at = waiting?.asked_at ?? now;
  return at >= endOfWithdrawal(voucher.paid_at, voucher.waited_days) ? "too_late" : null;
}

/** Why nothing of this payment may be refunded by whoever asks, as far as its state says. */
export async function refusalOf(
  db: Kysely<DB>,
  { payment, receivers, paid_at }: RefundFacts,
  by: RefundAsker,
  now: Date,
): Promise<RefundRefusal | null> {
  const isCreator = by.role === "CREATOR";
  const own = isCreator ? receivers.find(({ id }) => id === by.user_id) : undefined;
  if (isCreator && (!own || payment.purpose === "VOUCHER")) return "unknown";
  // Who is locked decides nothing any more; an operator may still give the fans their money back.
  if (isCreator && own?.status === "LOCKED") return "locked";
  // Of a voucher that the bank has taken in part, the rest is still owed to whoever bought it.
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
  return isCreator && isLate ? "too_late" : null;
}
