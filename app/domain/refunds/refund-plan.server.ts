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

export type RefundRefusal =
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
  /** For operators also a pending redemption. */
  | "redeemed"
  | "whole_only";

/** A creator (own tips), an operator (with goodwill), or a voucher's buyer (withdrawal). */
export type RefundRequester =
  | { role: "BUYER" }
  | { role: "CREATOR"; user_id: string }
  | { role: "OPERATOR"; user_id: string; reason: string; pays_rest: boolean };

/** Of the tip's currency; `charged_minor` is the fan's. */
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

/** Members of a group refund their own share. */
export function planRefund(
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
  // Below the fan's smallest coin.
  if (part.charged_minor === 0) return { outcome: "refused", reason: "too_small" };
  const plan = takeFrom(payment, before, part, left, allocations, available);
  const paysRest = by.role === "OPERATOR" && by.pays_rest;
  if (plan.goodwill_minor > 0 && !paysRest) return { outcome: "refused", reason: "not_enough" };
  return { outcome: "quoted", plan };
}

/** A voucher is refunded whole. */
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

/** A pending redemption stops no buyer, whose days do not run meanwhile (docs/product.md, 5.12). */
export function voucherRefusalOf(
  voucher: {
    status: string;
    paid_at: Date | null;
    waited_days: number;
    redemption: { asked_at: Date } | null;
  },
  by: RefundRequester,
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

export async function refusalOf(
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
  // The rest of a partly charged-back voucher is still owed to its buyer.
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
