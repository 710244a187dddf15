import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { recordTakenShares } from "../creator-events/tip-events.server.ts";
import { recoverWrittenOff } from "../earnings/debts.server.ts";
import { endChargebackWhenRepaid, repayFromAvailable } from "../earnings/maturing.server.ts";
import { post } from "../ledger/post.server.ts";
import { isHeld } from "../ledger/rules/posting-rules.ts";
import {
  causeInTurn,
  disputeKey,
  disputeLost,
  disputeReversed,
  disputeWon,
} from "../ledger/rules/reversal-posting-rules.ts";
import { queueMail } from "../mails/outbox.server.ts";
import { localeOf, minor } from "../money/minor.ts";
import type { DisputeSnapshot } from "../payments/provider-port.ts";
import type { PaymentStatus } from "../payments/states.ts";
import { wasCredited } from "../refunds/provider-refunds.server.ts";
import { sumReversed } from "../refunds/reversal-amounts.server.ts";
import { recountTip } from "../rollups/count-tip.server.ts";
import { lockEntry, recordDisputed } from "../suspense/suspense.server.ts";
import { returnToReview } from "../tips/review.server.ts";
import { lockTipAndPayment, type TipAndPayment, type TipServices } from "../tips/tip-and-payment.server.ts";
import { planTransfers } from "../transfers/transfer-plan.server.ts";
import { lockStatus, setStatus } from "../users/user.server.ts";
import { noteDisputed, restateVoucher, takeHold } from "../vouchers/voucher-states.server.ts";
import {
  beginTurn,
  claim,
  type Dispute,
  listDisputes,
  lockHolds,
  partsLost,
  partsToLose,
  receivedFor,
  recordGivenBack,
  recordLost,
  recordReversed,
  sumTaken,
  yieldClaims,
} from "./dispute-claims.server.ts";

const DISPUTABLE: readonly PaymentStatus[] = ["SUCCESS", "REFUNDED", "CHARGEBACK"];

/**
 * Opened: holds. Lost: takes the hold, then a debt; lost disputes come first, our loss is the rest. Won:
 * returns (docs/money.md, 3).
 */
export async function applyDisputes(
  trx: Transaction<DB>,
  services: TipServices,
  paymentId: string,
  disputes: readonly DisputeSnapshot[],
  now: Date,
): Promise<string | null> {
  let outcome: string | null = null;
  for (const snapshot of disputes) {
    const locked = await lockTipAndPayment(trx, paymentId, "alone");
    if (!locked || !DISPUTABLE.includes(locked.payment.status)) return outcome;
    const known = await trx
      .selectFrom("disputes")
      .select(["id", "status", "amount_minor"])
      .where("payment_id", "=", paymentId)
      .where("dispute_ref", "=", snapshot.disputeRef)
      .executeTakeFirst();
    if (!known && snapshot.amountMinor <= 0) continue;
    const isReopened = known?.status === "WON" && snapshot.state !== "WON";
    const namesMore =
      known !== undefined && snapshot.state !== "WON" && snapshot.amountMinor > known.amount_minor;
    // The refund's outcome shows which of the two takes the money.
    if ((!known || isReopened || namesMore) && (await isRefundUnderWay(trx, paymentId)))
      return "dispute_waits_for_refund";
    if (locked.voucher && (!known || isReopened)) await takeHold(trx, services, locked.voucher, now);
    const disputeId = known?.id ?? (await openDispute(trx, services, locked, snapshot, now));
    if (namesMore) await nameMore(trx, disputeId, snapshot);
    if (isReopened) await reopenDispute(trx, locked, disputeId, now);
    const status = isReopened ? "OPEN" : (known?.status ?? "OPEN");
    if (!known) outcome = "dispute_opened";
    if (isReopened) outcome = "dispute_reopened";
    if (namesMore && !isReopened) {
      await settleClaims(trx, services, locked, now);
      outcome = "dispute_asks_more";
    }
    if (status === "OPEN" && snapshot.state === "LOST") {
      await loseDispute(trx, services, locked, disputeId, now);
      outcome = "dispute_lost";
    } else if (status === "OPEN" && snapshot.state === "WON") {
      await winDispute(trx, services, locked, disputeId, now);
      outcome = "dispute_won";
    } else if (status === "LOST" && snapshot.state === "WON") {
      await reverseLostDispute(trx, services, locked, disputeId, now);
      outcome = "dispute_reversed";
    }
    await planTransfers(trx, services, locked.payment, { dispute_id: disputeId }, now);
    if (locked.voucher) await noteDisputed(trx, locked.voucher.id, now);
    if (known && known.status !== "OPEN" && outcome !== null) await lookAgain(trx, disputeId, now);
  }
  return outcome;
}

export async function makeRoomForRefund(
  trx: Transaction<DB>,
  payment: TipAndPayment["payment"],
  now: Date,
): Promise<void> {
  await yieldClaims(trx, payment, await openOnes(trx, payment.id), now);
}

/** Lost disputes first, at most the payment, then open ones by age. The caller holds the locks. */
export async function settleClaims(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  now: Date,
): Promise<void> {
  const { payment } = locked;
  const isLost = (dispute: Dispute) => dispute.status === "LOST";
  const lost = (await listDisputes(trx, payment.id)).filter(isLost);
  const named = lost.reduce((sum, each) => sum + each.amount_minor, 0);
  const most = await mostToTake(trx, payment);
  if ((await sumTaken(trx, lost)) < Math.min(most, named)) {
    await yieldClaims(trx, payment, await openOnes(trx, payment.id), now);
    for (const dispute of lost) {
      const others = lost.filter((each) => each !== dispute);
      const taken = await sumTaken(trx, [dispute]);
      const may = Math.min(dispute.amount_minor, most - (await sumTaken(trx, others)));
      if (taken >= may) continue;
      await reverseLost(trx, services, locked, dispute, now);
      await beginTurn(trx, dispute);
      Object.assign(dispute, { turn: dispute.turn + 1, charged_minor: 0 });
      await claim(trx, payment, dispute, now);
      await loseClaim(trx, services, locked, dispute, await sumTaken(trx, others), now);
    }
    await restateCounts(trx, locked, now);
  }
  for (const dispute of await openOnes(trx, payment.id)) {
    const before = await sumReversed(trx, payment.id);
    const left = payment.charged_minor - (before.charged_minor - dispute.charged_minor);
    if (dispute.charged_minor >= Math.min(dispute.amount_minor, left)) continue;
    await yieldClaims(trx, payment, [dispute], now);
    await claim(trx, payment, await read(trx, payment.id, dispute.id), now);
  }
}

/** For a direct charge, what refunds left. */
async function mostToTake(trx: Transaction<DB>, payment: TipAndPayment["payment"]): Promise<number> {
  if (payment.application_fee_minor === null) return await receivedFor(trx, payment);
  if (!(await wasCredited(trx, payment))) return 0;
  const { refunded } = await trx
    .selectFrom("refunds")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount_minor"), eb.val(0)).as("refunded"))
    .where("payment_id", "=", payment.id)
    .where("asked_by", "<>", "PRODUCT")
    .where("status", "<>", "FAILED")
    .executeTakeFirstOrThrow();
  return payment.charged_minor - Number(refunded);
}

async function openDispute(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  snapshot: DisputeSnapshot,
  now: Date,
): Promise<string> {
  const { payment } = locked;
  const id = services.newId();
  await trx
    .insertInto("disputes")
    .values({
      id,
      payment_id: payment.id,
      dispute_ref: snapshot.disputeRef,
      status: "OPEN",
      amount_minor: snapshot.amountMinor,
      currency: payment.charged_currency,
      opened_at: now,
    })
    .execute();
  await claim(trx, payment, { id, amount_minor: snapshot.amountMinor, turn: 0 }, now);
  if (payment.account_ref !== null && snapshot.state === "OPEN")
    await mailCreator(trx, services, locked, id, now);
  return id;
}

/** For a direct charge the provider requests evidence. */
async function mailCreator(
  trx: Transaction<DB>,
  services: TipServices,
  { payment, receivers, tip }: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  const [creator] = await trx
    .selectFrom("users")
    .select(["id", "email", "locale"])
    .where(
      "id",
      "in",
      receivers.map(({ id }) => id),
    )
    .where("deleted_at", "is", null)
    .execute();
  if (!creator || !tip?.paid_at) return;
  const { amount_minor, currency } = payment;
  await queueMail(trx, services, {
    dedupe_key: `dispute:${disputeId}:opened`,
    template: "direct_dispute",
    locale: localeOf(creator.locale),
    recipient: creator.email,
    user_id: creator.id,
    params: { amount_minor, currency, paid_at: tip.paid_at.toISOString() },
    now,
  });
}

async function nameMore(trx: Transaction<DB>, disputeId: string, snapshot: DisputeSnapshot): Promise<void> {
  await trx
    .updateTable("disputes")
    .set({ amount_minor: snapshot.amountMinor })
    .where("id", "=", disputeId)
    .execute();
}

/** A reopened dispute claims what is left. */
async function reopenDispute(
  trx: Transaction<DB>,
  { payment }: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  await beginTurn(trx, await read(trx, payment.id, disputeId));
  await trx
    .updateTable("disputes")
    .set({ status: "OPEN", closed_at: null })
    .where("id", "=", disputeId)
    .execute();
  await claim(trx, payment, await read(trx, payment.id, disputeId), now);
}

async function loseDispute(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  const { payment } = locked;
  const all = await listDisputes(trx, payment.id);
  const open = all.filter((each) => each.status === "OPEN");
  const others = open.filter((each) => each.id !== disputeId && each.charged_minor > 0);
  const dispute = await read(trx, payment.id, disputeId);
  if (others.length > 0 && dispute.charged_minor < dispute.amount_minor) {
    await yieldClaims(trx, payment, [...others, dispute], now);
    await claim(trx, payment, await read(trx, payment.id, disputeId), now);
  }
  const taken = await sumTaken(
    trx,
    all.filter((each) => each.status === "LOST"),
  );
  await loseClaim(trx, services, locked, await read(trx, payment.id, disputeId), taken, now);
  await closeDispute(trx, disputeId, "LOST", now);
  await markLost(trx, locked, now);
  const lost = { type: "tip.charged_back" as const, payment_id: payment.id, cause: disputeId };
  await recordTakenShares(trx, services, lost, now);
  await settleClaims(trx, services, locked, now);
}

async function winDispute(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  const { payment } = locked;
  const dispute = await read(trx, payment.id, disputeId);
  const holds = await lockHolds(trx, disputeId);
  await post(trx, [disputeWon(dispute, payment, holds, now)], now);
  await recordGivenBack(trx, dispute, "WON", now);
  await closeDispute(trx, disputeId, "WON", now);
  await settleClaims(trx, services, locked, now);
  if (!isHeld(payment)) return;
  for (const { creator_id, currency, from_available_minor } of holds) {
    const name = `${disputeId}:${dispute.turn}:${creator_id}`;
    const back = { name, cause: causeInTurn(dispute, creator_id), creator_id, currency };
    await repayFromAvailable(trx, back, from_available_minor, now);
  }
}

async function reverseLostDispute(
  trx: Transaction<DB>,
  services: TipServices,
  locked: TipAndPayment,
  disputeId: string,
  now: Date,
): Promise<void> {
  await reverseLost(trx, services, locked, await read(trx, locked.payment.id, disputeId), now);
  await closeDispute(trx, disputeId, "WON", now);
  await settleClaims(trx, services, locked, now);
  await markWonBack(trx, locked, now);
}

async function read(trx: Transaction<DB>, paymentId: string, disputeId: string): Promise<Dispute> {
  const found = (await listDisputes(trx, paymentId)).find(({ id }) => id === disputeId);
  if (!found) throw new Error(`there is no dispute ${disputeId}`);
  return found;
}

async function openOnes(trx: Transaction<DB>, paymentId: string): Promise<Dispute[]> {
  return (await listDisputes(trx, paymentId)).filter(({ status }) => status === "OPEN");
}

async function closeDispute(
  trx: Transaction<DB>,
  disputeId: string,
  status: "WON" | "LOST",
  now: Date,
): Promise<void> {
  await trx.updateTable("disputes").set({ status, closed_at: now }).where("id", "=", disputeId).execute();
}

async function lookAgain(trx: Transaction<DB>, disputeId: string, now: Date): Promise<void> {
  const look_again_at = new Date(now.getTime() + productRules.reconcile.stale_minutes * 60_000);
  await trx.updateTable("disputes").set({ look_again_at }).where("id", "=", disputeId).execute();
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

async function loseClaim(
  trx: Transaction<DB>,
  services: TipServices,
  { payment }: TipAndPayment,
  dispute: Dispute,
  takenByOthers: number,
  now: Date,
): Promise<void> {
  const holds = await lockHolds(trx, dispute.id);
  const parts = await partsToLose(trx, payment, dispute, takenByOthers);
  await post(trx, [disputeLost(dispute, payment, holds, parts, now)], now);
  await recordLost(trx, dispute, parts, now);
  await moveSuspense(trx, services, payment.id, dispute.id, parts.suspense_minor, now);
  for (const hold of holds) {
    const owes = hold.claimed_minor > hold.from_pending_minor + hold.from_available_minor;
    if (!owes) continue;
    if ((await lockStatus(trx, hold.creator_id)) === "ACTIVE")
      await setStatus(trx, hold.creator_id, "CHARGEBACK", `dispute ${dispute.id} lost`, now);
  }
}

/** Pending money waits again unless due; the rest offsets write-offs, then debt. */
async function reverseLost(
  trx: Transaction<DB>,
  services: TipServices,
  { payment }: TipAndPayment,
  dispute: Dispute,
  now: Date,
): Promise<void> {
  const holds = await lockHolds(trx, dispute.id);
  const parts = await partsLost(trx, dispute);
  const returns = holds.map((hold) => {
    const toPending = hold.is_released ? minor(0) : hold.from_pending_minor;
    return {
      ...hold,
      to_pending_minor: toPending,
      to_available_minor: minor(hold.claimed_minor - toPending),
    };
  });
  await post(trx, [disputeReversed(dispute, payment, returns, parts, now)], now);
  await recordReversed(trx, dispute, parts, returns, now);
  await moveSuspense(trx, services, payment.id, dispute.id, -parts.suspense_minor, now);
  if (!isHeld(payment)) return;
  for (const back of returns) {
    const { creator_id, currency } = back;
    const of = { id: dispute.id, turn: dispute.turn, payment_id: payment.id };
    const recovered = await recoverWrittenOff(trx, of, { creator_id, currency }, now);
    await repayFromAvailable(
      trx,
      {
        name: disputeKey(dispute, creator_id),
        cause: causeInTurn(dispute, creator_id),
        creator_id,
        currency,
      },
      minor(back.to_available_minor - recovered),
      now,
    );
  }
}

async function markLost(trx: Transaction<DB>, locked: TipAndPayment, now: Date): Promise<void> {
  const { payment, tip } = locked;
  if (payment.status === "SUCCESS")
    await trx.updateTable("payments").set({ status: "CHARGEBACK" }).where("id", "=", payment.id).execute();
  if (payment.status === "SUCCESS" && tip) {
    await trx
      .updateTable("tips")
      .set({ status: "CHARGEBACK", updated_at: now })
      .where((eb) =>
        eb.or([
          eb("id", "=", tip.id),
          eb.and([eb("group_tip_id", "=", tip.id), eb("status", "<>", "REFUNDED")]),
        ]),
      )
      .execute();
  }
  await restateCounts(trx, locked, now);
}

/** After any change of what lost disputes take. */
async function restateCounts(
  trx: Transaction<DB>,
  { payment, voucher }: TipAndPayment,
  now: Date,
): Promise<void> {
  if (voucher) await restateVoucher(trx, voucher, now);
  await recountTip(trx, payment.id, now);
}

async function markWonBack(trx: Transaction<DB>, locked: TipAndPayment, now: Date): Promise<void> {
  const { payment, tip, receivers } = locked;
  for (const { id } of receivers) await endChargebackWhenRepaid(trx, id, now);
  await restateCounts(trx, locked, now);
  const stillLost = await trx
    .selectFrom("disputes")
    .select("id")
    .where("payment_id", "=", payment.id)
    .where("status", "=", "LOST")
    .executeTakeFirst();
  if (stillLost || payment.status !== "CHARGEBACK") return;
  await trx.updateTable("payments").set({ status: "SUCCESS" }).where("id", "=", payment.id).execute();
  if (tip) await returnToReview(trx, tip.id, "CHARGEBACK", now);
}

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
