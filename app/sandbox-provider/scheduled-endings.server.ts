import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import { markEnded, markFailed, markPaid, type Timing } from "./payment-moves.server.ts";
import { insertNotice, type PaymentRow, selectPayments, sumReturned } from "./sandbox-store.server.ts";

const BATCH = 50;

/** Skips locked rows. Returns the count. */
export async function applyDueEndings(db: Kysely<DB>, now: Date, timing: Timing): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const settled = await settleTransfers(trx, now, timing);
    const expired = await expirePayments(trx, now);
    const opened = await openDisputes(trx, now);
    const closed = await closeDisputes(trx, now);
    return settled + expired + opened + closed;
  });
}

async function settleTransfers(trx: Transaction<DB>, now: Date, timing: Timing): Promise<number> {
  const due = await selectPayments(trx)
    .where("ending", "is not", null)
    .where("ending_at", "<=", now)
    .orderBy("ending_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const payment of due) await settleTransfer(trx, payment, now, timing);
  return due.length;
}

async function settleTransfer(
  trx: Transaction<DB>,
  payment: PaymentRow,
  now: Date,
  timing: Timing,
): Promise<void> {
  if (payment.ending === "PAID") {
    await markPaid(trx, payment, now, timing);
    return;
  }
  const code = payment.type === "INETCASH_DD" ? "debit_returned" : "transfer_failed";
  const moneyComesLate = payment.ending === "FAILED_THEN_PAID" ? timing : null;
  await markFailed(trx, payment, code, now, moneyComesLate);
}

async function expirePayments(trx: Transaction<DB>, now: Date): Promise<number> {
  const due = await selectPayments(trx)
    .where("state", "=", "OPEN")
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const payment of due) await markEnded(trx, payment, "EXPIRED", now);
  return due.length;
}

async function openDisputes(trx: Transaction<DB>, now: Date): Promise<number> {
  const due = await dueDisputes(trx, "SCHEDULED", "opens_at", now);
  for (const dispute of due) {
    const atStake = dispute.paid_minor - (await sumReturned(trx, dispute.ref));
    if (atStake <= 0) {
      await trx.deleteFrom("sandbox.disputes").where("dispute_ref", "=", dispute.dispute_ref).execute();
      continue;
    }
    await trx
      .updateTable("sandbox.disputes")
      .set({ state: "OPEN", amount_minor: atStake })
      .where("dispute_ref", "=", dispute.dispute_ref)
      .execute();
    await insertNotice(trx, dispute, "dispute.opened", now);
  }
  return due.length;
}

async function closeDisputes(trx: Transaction<DB>, now: Date): Promise<number> {
  const due = await dueDisputes(trx, "OPEN", "closes_at", now);
  for (const dispute of due) {
    await trx
      .updateTable("sandbox.disputes")
      .set({ state: dispute.outcome })
      .where("dispute_ref", "=", dispute.dispute_ref)
      .execute();
    await insertNotice(trx, dispute, dispute.outcome === "WON" ? "dispute.won" : "dispute.lost", now);
  }
  return due.length;
}

/** Locks the payments too, against concurrent refunds. */
function dueDisputes(
  trx: Transaction<DB>,
  state: "SCHEDULED" | "OPEN",
  due: "opens_at" | "closes_at",
  now: Date,
) {
  return trx
    .selectFrom("sandbox.disputes")
    .innerJoin("sandbox.payments", "sandbox.payments.ref", "sandbox.disputes.payment_ref")
    .select([
      "sandbox.disputes.dispute_ref",
      "sandbox.disputes.outcome",
      "sandbox.payments.ref",
      "sandbox.payments.payment_id",
      "sandbox.payments.amount_minor as paid_minor",
    ])
    .where("sandbox.disputes.state", "=", state)
    .where(`sandbox.disputes.${due}`, "<=", now)
    .orderBy(`sandbox.disputes.${due}`)
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
}
