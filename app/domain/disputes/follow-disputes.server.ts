import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import {
  endChargebackWhenRepaid,
  recoverWrittenOff,
  repayFromAvailable,
} from "../earnings/earnings.server.ts";
import { lockBalances, post } from "../ledger/ledger.server.ts";
import {
  disputeLost,
  disputeOpened,
  disputeReversed,
  disputeWon,
  type Hold,
} from "../ledger/rules/dispute-posting-rules.ts";
import { minor } from "../money/minor.ts";
import type { PaymentStatus } from "../payments/payments.server.ts";
import type { DisputeSnapshot } from "../payments/provider-port.ts";
import { lockAllocations, NOTHING, partByCharge, spread, sumReversed } from "../refunds/refunds.server.ts";
import { recountTip, recountWaiting } from "../rollups/rollups.server.ts";
import { lockEntry, recordDisputed } from "../suspense/suspense.server.ts";
import type { TipServices } from "../tips/tips.server.ts";
import { lockTipAndPayment, returnToReview, type TipAndPayment } from "../tips/tips.server.ts";
import { lockStatus, setStatus } from "../users/users.server.ts";
import { partsLost, partsToLose } from "./dispute-amounts.server.ts";

interface HeldAllocation extends Hold {
  allocation_id: string;
  is_released: boolean;
}

/** Also what went back: a bank may take again what the fan has already. */
const DISPUTABLE: readonly PaymentStatus[] = ["SUCCESS", "REFUNDED", "CHARGEBACK"];

/**
 * Follows a payment's disputes (docs/money.md, 3): opened → the creator's money is held, as far as it goes; lost → the hold
 * pays and the rest is owed; won → the hold goes back, or what was lost is returned. What the bank takes beyond what was
 * left after refunds is the platform's loss, and the payment stays REFUNDED. Returns the last change, or null.
 */
export async function applyDisputes(
  trx: Transaction<DB>,
  services: TipServices,
  paymentId: string,
  disputes: readonly DisputeSnapshot[],
  now: Date,
): Promise<string | null> {
  const outcome = await followEach(trx, services, paymentId, disputes, now);
  if (outcome !== null) await recountWaiting(trx, paymentId);
  return outcome;
}

async function followEach(
  trx: Transaction<DB>,
  services: TipServices,
  paymentId: string,
  disputes: readonly DisputeSnapshot[],
  now: Date,
): Promise<string | null> {
  let outcome: string | null = null;
  for (const news of disputes) {
    const locked = await lockTipAndPayment(trx, paymentId, "alone");
    if (!locked || !DISPUTABLE.includes(locked.payment.status)) return outcome;
    const known = await trx
      .selectFrom("disputes")
      .select(["id", "status"])
      .where("payment_id", "=", paymentId)
      .where("dispute_ref", "=", news.disputeRef)
      .executeTakeFirst();
    // Whether what is being refunded leaves by the refund or by the dispute, only the refund's outcome tells.
    if (!known && (await isRefundUnderWay(trx, paymentId))) return "dispute_waits_for_refund";
    const disputeId = known?.id ?? (await openDispute(trx, services, locked, news, now));
    const status = known?.status ?? "OPEN";
    if (!known) outcome = "dispute_opened";
    if (status === "OPEN" && news.state === "LOST") {
      await loseDispute(trx, services, locked, disputeId, now);
      outcome = "dispute_lost";
    } else if (status === "OPEN" && news.state === "WON") {
      await winDispute(trx, locked, disputeId, now);
      outcome = "dispute_won";
    } else if (status === "LOST" && news.state === "WON") {
      await reverseLostDispute(trx, services, locked, disputeId, now);
      outcome = "dispute_reversed";
    }
  }
  return outcome;
}

async function openDispute(
  trx: Transaction<DB>,
  services: TipServices,
  { payment }: TipAndPayment,
  news: DisputeSnapshot,
  now: Date,
): Promise<string> {
  const id = services.newId();
  const before = await sumReversed(trx, payment.id);
  const allocations = await lockAllocations(trx, payment.id);
  // Money that no creator was credited with lies in suspense, or went back from there.
  const part = allocations.length === 0 ? NOTHING : partByCharge(payment, before, news.amountMinor);
  await trx
    .insertInto("disputes")
    .values({
      id,
      payment_id: payment.id,
      dispute_ref: news.disputeRef,
      status: "OPEN",
      amount_minor: news.amountMinor,
      currency: payment.charged_currency,
      charged_minor: part.charged_minor,
      service_fee_minor: part.service_fee_minor,
      vat_minor: part.vat_minor,
      opened_at: now,
    })
    .execute();
  const balances = await lockBalances(
    trx,
    allocations.map((each) => each.creator_id),
    payment.currency,
  );
  const claims = spread(
    part.tip_minor,
    allocations.map((each) => each.left_minor),
  );
  const holds = allocations.flatMap((allocation, index): HeldAllocation[] => {
    const claimed = minor(claims[index] ?? 0);
    if (claimed === 0) return [];
    const fromPending = Math.min(claimed, allocation.waiting_minor);
    const available = balances.get(allocation.creator_id)?.creator_available ?? 0;
    return [
      {
        allocation_id: allocation.id,
        creator_id: allocation.creator_id,
        currency: payment.currency,
        shard: allocation.shard,
        is_released: allocation.is_released,
        claimed_minor: claimed,
        from_pending_minor: minor(fromPending),
        from_available_minor: minor(Math.min(claimed - fromPending, available)),
      },
    ];
  });
  await post(trx, [disputeOpened(id, payment.id, holds, now)], now);
  if (holds.length > 0) {
    await trx
      .insertInto("dispute_holds")
      .values(
        holds.map((hold) => ({
          dispute_id: id,
          allocation_id: hold.allocation_id,
          claimed_minor: hold.claimed_minor,
          from_pending_minor: hold.from_pending_minor,
          from_available_minor: hold.from_available_minor,
        })),
      )
      .execute();
  }
  return id;
}

async function loseDispute(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  const { payment, tip } = locked;
  const holds = await lockHolds(trx, disputeId, payment.currency);
  const parts = await partsToLose(trx, payment, disputeId);
  await post(trx, [disputeLost(disputeId, payment, holds, parts, now)], now);
  await moveSuspense(trx, services, payment.id, disputeId, parts.suspense_minor, now);
  await closeDispute(trx, disputeId, "LOST", now);
  for (const hold of holds) {
    const owes = hold.claimed_minor > hold.from_pending_minor + hold.from_available_minor;
    if (!owes) continue;
    if ((await lockStatus(trx, hold.creator_id)) === "ACTIVE")
      await setStatus(trx, hold.creator_id, "CHARGEBACK", `dispute ${disputeId} lost`, now);
  }
  if (payment.status === "SUCCESS") {
    await trx.updateTable("payments").set({ status: "CHARGEBACK" }).where("id", "=", payment.id).execute();
    await trx
      .updateTable("tips")
      .set({ status: "CHARGEBACK", updated_at: now })
      .where("id", "=", tip.id)
      .execute();
  }
  await recountTip(trx, payment.id, now);
}

async function winDispute(
  trx: Transaction<DB>,
  { payment }: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  const holds = await lockHolds(trx, disputeId, payment.currency);
  await post(trx, [disputeWon(disputeId, payment.id, holds, now)], now);
  await closeDispute(trx, disputeId, "WON", now);
}

/**
 * CHARGEBACK → SUCCESS: the bank gave the money back after all. What was taken out of waiting money waits again, unless
 * its time has come; the rest becomes available, makes good what was written off of it, and repays what was owed.
 */
async function reverseLostDispute(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  const { payment, tip } = locked;
  const holds = await lockHolds(trx, disputeId, payment.currency);
  const parts = await partsLost(trx, disputeId);
  const returns = holds.map((hold) => {
    const toPending = hold.is_released ? minor(0) : hold.from_pending_minor;
    return {
      ...hold,
      to_pending_minor: toPending,
      to_available_minor: minor(hold.claimed_minor - toPending),
    };
  });
  await post(trx, [disputeReversed(disputeId, payment, returns, parts, now)], now);
  await moveSuspense(trx, services, payment.id, disputeId, -parts.suspense_minor, now);
  await closeDispute(trx, disputeId, "WON", now);
  for (const back of returns) {
    const { creator_id, currency } = back;
    const owed = minor(back.claimed_minor - back.from_pending_minor - back.from_available_minor);
    const dispute = { id: disputeId, payment_id: payment.id };
    const recovered = await recoverWrittenOff(trx, dispute, { creator_id, currency }, owed, now);
    await repayFromAvailable(
      trx,
      { id: `${disputeId}:${creator_id}`, creator_id, currency },
      minor(back.to_available_minor - recovered),
      now,
    );
    await endChargebackWhenRepaid(trx, back.creator_id, now);
  }
  await recountTip(trx, payment.id, now);
  const stillLost = await trx
    .selectFrom("disputes")
    .select("id")
    .where("payment_id", "=", payment.id)
    .where("status", "=", "LOST")
    .executeTakeFirst();
  if (stillLost || payment.status !== "CHARGEBACK") return;
  await trx.updateTable("payments").set({ status: "SUCCESS" }).where("id", "=", payment.id).execute();
  await returnToReview(trx, tip.id, now);
}

/** What a dispute holds, with the balances of the creators whose money it is locked. */
async function lockHolds(
  trx: Transaction<DB>,
  disputeId: string,
  currency: string,
): Promise<HeldAllocation[]> {
  const holds = await listHolds(trx, disputeId);
  await lockBalances(
    trx,
    holds.map((hold) => hold.creator_id),
    currency,
  );
  return holds;
}

/** Puts down what the posting of a dispute took out of suspense; below zero it came back there. */
async function moveSuspense(
  trx: Transaction<DB>,
  services: TipServices,
  paymentId: string,
  disputeId: string,
  amount: number,
  now: Date,
): Promise<void> {
  const entry = amount === 0 ? null : await lockEntry(trx, paymentId);
  if (entry) await recordDisputed(trx, services, entry, { dispute_id: disputeId, amount_minor: amount }, now);
}

async function closeDispute(
  trx: Transaction<DB>,
  disputeId: string,
  status: "WON" | "LOST",
  now: Date,
): Promise<void> {
  await trx.updateTable("disputes").set({ status, closed_at: now }).where("id", "=", disputeId).execute();
}

async function isRefundUnderWay(trx: Transaction<DB>, paymentId: string): Promise<boolean> {
  const open = await trx
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("status", "=", "REQUESTED")
    .where("asked_by", "<>", "PRODUCT")
    .executeTakeFirst();
  return open !== undefined;
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
