import type { Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { endChargebackWhenRepaid, repayFromAvailable } from "../earnings/maturing.server.ts";
import { recoverWrittenOff } from "../earnings/write-off.server.ts";
import { post } from "../ledger/post.server.ts";
import {
  causeInTurn,
  disputeKey,
  disputeLost,
  disputeReversed,
} from "../ledger/rules/dispute-posting-rules.ts";
import { minor } from "../money/minor.ts";
import { recountTip } from "../rollups/recount-tip.server.ts";
import { lockEntry, recordDisputed } from "../suspense/suspense-entries.server.ts";
import { returnToReview } from "../tips/review.server.ts";
import type { TipAndPayment } from "../tips/tip-and-payment.server.ts";
import type { TipServices } from "../tips/tip-services.ts";
import { lockStatus, setStatus } from "../users/status-changes.server.ts";
import { restateVoucher } from "../vouchers/move-voucher.server.ts";
import { recordLost, recordReversed } from "./dispute-acts.server.ts";
import { partsLost, partsToLose } from "./dispute-amounts.server.ts";
import { type Dispute, lockHolds } from "./dispute-claims.server.ts";

/** The bank has what a dispute claimed: the hold pays it, the rest is owed. `takenByOthers` is what other disputes took. */
export async function loseClaim(
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

/**
 * Books back what a lost dispute took. What was taken out of waiting money waits again, unless its time has come; the rest
 * becomes available, makes good what was written off of it, and repays what was owed.
 */
export async function reverseLost(
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

/** The tip is gone: payment and tip are CHARGEBACK, and a voucher void, unless the fan had the money back before. */
export async function markLost(
  trx: Transaction<DB>,
  { payment, tip, voucher }: TipAndPayment,
  now: Date,
): Promise<void> {
  if (payment.status === "SUCCESS")
    await trx.updateTable("payments").set({ status: "CHARGEBACK" }).where("id", "=", payment.id).execute();
  if (voucher) await restateVoucher(trx, voucher, now);
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
  await recountTip(trx, payment.id, now);
}

/** After a lost dispute was won: the tip counts again, and stands where it stood once no other is lost. */
export async function markWonBack(
  trx: Transaction<DB>,
  { payment, tip, voucher, receivers }: TipAndPayment,
  now: Date,
): Promise<void> {
  for (const { id } of receivers) await endChargebackWhenRepaid(trx, id, now);
  if (voucher) await restateVoucher(trx, voucher, now);
  await recountTip(trx, payment.id, now);
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
