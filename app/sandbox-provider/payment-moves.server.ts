import type { Transaction } from "kysely";
import type { DB } from "../../db/schema.ts";
import { dropMethod } from "./method-store.server.ts";
import { movePayment, newRef, type PaymentRow } from "./sandbox-store.server.ts";
import type { Behaviour } from "./test-instruments.ts";

export interface Timing {
  settleMs: number;
  /** From payment to dispute, and from there to its decision. */
  chargebackMs: number;
}

/** Schedules a planned dispute. The caller holds the lock. */
export async function markPaid(
  trx: Transaction<DB>,
  payment: PaymentRow,
  now: Date,
  timing: Timing,
): Promise<PaymentRow> {
  const paid = await movePayment(
    trx,
    payment,
    { state: "PAID", paid_at: now, ended_at: now, failure_code: null, ending: null, ending_at: null },
    { kind: "payment.paid", now },
  );
  if (paid.dispute_plan) {
    await trx
      .insertInto("sandbox.disputes")
      .values({
        dispute_ref: newRef("dp"),
        payment_ref: paid.ref,
        amount_minor: paid.amount_minor,
        state: "SCHEDULED",
        outcome: paid.dispute_plan,
        opens_at: later(now, timing.chargebackMs),
        closes_at: later(now, 2 * timing.chargebackMs),
      })
      .execute();
  }
  return paid;
}

export async function markFailed(
  trx: Transaction<DB>,
  payment: PaymentRow,
  failureCode: string,
  now: Date,
  moneyComesLate: { settleMs: number } | null = null,
): Promise<PaymentRow> {
  await dropMethod(trx, payment);
  return movePayment(
    trx,
    payment,
    {
      state: "FAILED",
      failure_code: failureCode,
      ended_at: now,
      ending: moneyComesLate ? "PAID" : null,
      ending_at: moneyComesLate ? later(now, moneyComesLate.settleMs) : null,
    },
    { kind: "payment.failed", now },
  );
}

export async function markEnded(
  trx: Transaction<DB>,
  payment: PaymentRow,
  state: "CANCELLED" | "EXPIRED",
  now: Date,
): Promise<PaymentRow> {
  await dropMethod(trx, payment);
  const kind = state === "CANCELLED" ? "payment.cancelled" : "payment.expired";
  return movePayment(trx, payment, { state, ended_at: now }, { kind, now });
}

export async function applyBehaviour(
  trx: Transaction<DB>,
  payment: PaymentRow,
  behaviour: Behaviour,
  now: Date,
  timing: Timing,
): Promise<PaymentRow> {
  switch (behaviour.step) {
    case "paid": {
      const planned = await movePayment(trx, payment, { dispute_plan: behaviour.dispute ?? null }, null);
      return markPaid(trx, planned, now, timing);
    }
    case "failed":
      return markFailed(trx, payment, behaviour.failureCode, now);
    case "challenge":
      return movePayment(trx, payment, { challenged_at: now }, null);
    case "processing": {
      const change = {
        state: "PROCESSING",
        ending: behaviour.ending,
        ending_at: later(now, timing.settleMs),
      };
      return movePayment(trx, payment, change, { kind: "payment.processing", now });
    }
  }
}

export function later(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds);
}
