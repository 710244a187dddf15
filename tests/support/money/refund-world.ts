import { sql } from "kysely";
import { minor } from "../../../app/domain/money/minor.ts";
import { processRefund } from "../../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import type { RefundRequester } from "../../../app/domain/refunds/refunds.server.ts";
import { quoteRefund, refundTip } from "../../../app/domain/refunds/refunds.server.ts";
import { listAllocations } from "../../../app/domain/refunds/reversal-amounts.server.ts";
import type { Creator } from "./creators.ts";
import type { TipWorld } from "./tip-world.ts";

/** A creator who asks for a refund. */
export const by = (creator: Creator): RefundRequester => ({ role: "CREATOR", user_id: creator.id });

/** An operator's; with `pays_rest` the platform pays what the creator has too little of. */
export const byOperator = (user_id: string, pays_rest = false): RefundRequester => ({
  ...{ role: "OPERATOR", user_id, reason: "The fan asked for it", pays_rest },
});

/** What is left to give back of a tip, or for a member of a group of their share. */
async function leftFor(world: TipWorld, payment: Payment, asker: RefundRequester): Promise<number> {
  if (payment.member_ids !== null && asker.role === "CREATOR") {
    const shares = await listAllocations(world.db, payment.id);
    return shares.find(({ creator_id }) => creator_id === asker.user_id)?.left_minor ?? 0;
  }
  const { rows } = await sql<{ left: number }>`
    select (p.amount_minor - coalesce((
      select sum(tip_minor) from refunds r where r.payment_id = p.id and r.asked_by <> 'PRODUCT' and r.status <> 'FAILED'
    ), 0))::bigint as left from payments p where p.id = ${payment.id}`.execute(world.db);
  return rows[0]?.left ?? 0;
}

/** Asks for a refund as the page does, having seen what is left; null is all of it. Returns its id, or why not. */
export async function askRefund(
  world: TipWorld,
  payment: Payment,
  asker: RefundRequester,
  amount: number | null = null,
  seen?: number,
): Promise<string> {
  const outcome = await refundTip(world, {
    payment_id: payment.id,
    amount_minor: amount === null ? null : minor(amount),
    seen_left_minor: minor(seen ?? (await leftFor(world, payment, asker))),
    by: asker,
  });
  if (outcome.outcome === "waiting") return "waiting";
  return outcome.outcome === "requested" ? outcome.refund_id : outcome.reason;
}

/** A refund all the way: asked for, and given by the provider. */
export async function refund(
  world: TipWorld,
  payment: Payment,
  asker: RefundRequester,
  amount: number | null = null,
): Promise<string> {
  const id = await askRefund(world, payment, asker, amount);
  if (!/-/.test(id)) throw new Error(`refund refused: ${id}`);
  await processRefund(world, id);
  return id;
}

export async function quoteOf(
  world: TipWorld,
  payment: Payment,
  asker: RefundRequester,
  amount: number | null = null,
) {
  return await quoteRefund(world, {
    payment_id: payment.id,
    amount_minor: amount === null ? null : minor(amount),
    by: asker,
  });
}

export async function refundsOf(world: TipWorld, payment: Payment) {
  return await world.db
    .selectFrom("refunds")
    .selectAll()
    .where("payment_id", "=", payment.id)
    .orderBy("requested_at")
    .orderBy("id")
    .execute();
}
