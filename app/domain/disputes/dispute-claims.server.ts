import { sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { lockBalances, post } from "../ledger/post.server.ts";
import { disputeOpened, disputeYielded, type Hold } from "../ledger/rules/dispute-posting-rules.ts";
import { minor } from "../money/minor.ts";
import { wasCredited } from "../refunds/provider-refunds.server.ts";
import {
  currencyOf,
  lockAllocations,
  NOTHING,
  partByCharge,
  sumReversed,
  takeFromShares,
} from "../refunds/reversal-amounts.server.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";
import { recordGivenBack, recordOpened } from "./dispute-acts.server.ts";

/** A dispute as it stands, under its payment's lock. */
export interface Dispute {
  id: string;
  status: "OPEN" | "WON" | "LOST";
  /** What the bank names, and what of it this dispute has claimed of the charge. */
  amount_minor: number;
  charged_minor: number;
  /** How often it was claimed before. */
  turn: number;
}

export interface HeldAllocation extends Hold {
  allocation_id: string;
  is_released: boolean;
}

/** A payment's disputes, in the order in which they were opened. */
export async function listDisputes(trx: Transaction<DB>, paymentId: string): Promise<Dispute[]> {
  return await trx
    .selectFrom("disputes")
    .select(["id", "status", "amount_minor", "charged_minor", "turn"])
    .where("payment_id", "=", paymentId)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();
}

/**
 * Claims what a dispute names, as far as refunds and other disputes have left it: the creators' waiting money is held, then
 * what they have available; what is missing they owe once it is lost. It has no claim before.
 */
export async function claim(
  trx: Transaction<DB>,
  payment: TipAndPayment["payment"],
  dispute: Pick<Dispute, "id" | "amount_minor" | "turn">,
  now: Date,
): Promise<void> {
  const before = await sumReversed(trx, payment.id);
  const allocations = await lockAllocations(trx, payment.id);
  // Money that no creator was credited with lies in suspense, or went back from there.
  const isOwed = await wasCredited(trx, payment);
  const part = isOwed ? partByCharge(payment, before, dispute.amount_minor) : NOTHING;
  await trx
    .updateTable("disputes")
    .set({
      charged_minor: part.charged_minor,
      service_fee_minor: part.service_fee_minor,
      vat_minor: part.vat_minor,
      voucher_minor: payment.purpose === "VOUCHER" ? part.tip_minor : null,
    })
    .where("id", "=", dispute.id)
    .execute();
  const currency = currencyOf(allocations) ?? payment.currency;
  const balances = await lockBalances(
    trx,
    allocations.map((each) => each.creator_id),
    currency,
  );
  const claims = takeFromShares(payment, before, part.tip_minor, allocations);
  const holds = allocations.flatMap((allocation, index): HeldAllocation[] => {
    const claimed = minor(claims[index] ?? 0);
    if (claimed === 0) return [];
    const fromPending = Math.min(claimed, allocation.waiting_minor);
    const available = balances.get(allocation.creator_id)?.creator_available ?? 0;
    return [
      {
        allocation_id: allocation.id,
        creator_id: allocation.creator_id,
        currency,
        shard: allocation.shard,
        is_released: allocation.is_released,
        claimed_minor: claimed,
        from_pending_minor: minor(fromPending),
        from_available_minor: minor(Math.min(claimed - fromPending, available)),
      },
    ];
  });
  await post(trx, [disputeOpened(dispute, payment.id, holds, now)], now);
  if (part.charged_minor > 0) await recordOpened(trx, dispute, payment, part, holds, now);
  if (holds.length === 0) return;
  await trx
    .insertInto("dispute_holds")
    .values(
      holds.map((hold) => ({
        dispute_id: dispute.id,
        allocation_id: hold.allocation_id,
        claimed_minor: hold.claimed_minor,
        from_pending_minor: hold.from_pending_minor,
        from_available_minor: hold.from_available_minor,
      })),
    )
    .execute();
}

/** Gives back what open disputes of a payment hold, to be claimed anew once something that goes first has taken its part. */
export async function yieldClaims(
  trx: Transaction<DB>,
  payment: TipAndPayment["payment"],
  disputes: readonly Dispute[],
  now: Date,
): Promise<void> {
  for (const dispute of disputes) {
    if (dispute.charged_minor === 0) continue;
    const holds = await lockHolds(trx, dispute.id);
    await post(trx, [disputeYielded(dispute, payment.id, holds, now)], now);
    await recordGivenBack(trx, dispute, "YIELDED", now);
    await beginTurn(trx, dispute);
  }
}

/** Without a claim, and with keys of its own for what is posted from now on; whoever calls has given back what it held. */
export async function beginTurn(trx: Transaction<DB>, { id, turn }: Dispute): Promise<void> {
  await trx.deleteFrom("dispute_holds").where("dispute_id", "=", id).execute();
  await trx
    .updateTable("disputes")
    .set((eb) => ({
      ...{ charged_minor: 0, service_fee_minor: 0, vat_minor: 0, turn: turn + 1 },
      // Nothing of a voucher either, where it is one's.
      voucher_minor: sql`case when ${eb.ref("voucher_minor")} is not null then 0 end`,
    }))
    .where("id", "=", id)
    .execute();
}

/** What a dispute holds, with the balances of the creators whose money it is locked. */
export async function lockHolds(trx: Transaction<DB>, disputeId: string): Promise<HeldAllocation[]> {
  const holds = await listHolds(trx, disputeId);
  const currency = currencyOf(holds);
  if (currency !== null)
    await lockBalances(
      trx,
      holds.map((hold) => hold.creator_id),
      currency,
    );
  return holds;
}

async function listHolds(trx: Transaction<DB>, disputeId: string): Promise<HeldAllocation[]> {
  const rows = await trx
    .selectFrom("dispute_holds as h")
    .innerJoin("tip_allocations as a", "a.id", "h.allocation_id")
    .select([
      "h.allocation_id",
      "a.creator_id",
      "a.currency",
      "a.pending_shard",
      "a.released_at",
      "h.claimed_minor",
      "h.from_pending_minor",
      "h.from_available_minor",
    ])
    .where("h.dispute_id", "=", disputeId)
    .orderBy("a.creator_id")
    .forUpdate("a")
    .execute();
  return rows.map((row) => ({
    ...row,
    shard: row.pending_shard ?? 0,
    is_released: row.released_at !== null,
    claimed_minor: minor(row.claimed_minor),
    from_pending_minor: minor(row.from_pending_minor),
    from_available_minor: minor(row.from_available_minor),
  }));
}
