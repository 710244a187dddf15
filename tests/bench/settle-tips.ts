import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { applyPaymentUpdate } from "../../app/domain/payment-updates/payment-updates.server.ts";
import type { PaymentSnapshot } from "../../app/domain/payments/provider-port.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import type { DB } from "../../db/schema.ts";
import type { PreparedTip } from "./bench-database.ts";

/** Settles prepared tips through the domain function, `clients` at once, for some seconds; tips per second. */
export async function settleForSeconds(
  db: Kysely<DB>,
  tips: Iterator<PreparedTip>,
  clients: number,
  seconds: number,
): Promise<number> {
  const services = { db, jobs: createJobs(db), clock: () => new Date(), newId: randomUUID };
  const until = Date.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) {
        const next = tips.next();
        if (next.done) throw new Error("the prepared tips are used up: prepare more");
        const outcome = await applyPaymentUpdate(
          services,
          { id: next.value.payment_id, type: "INETCASH_CC" },
          paid(next.value.payment_id),
        );
        if (outcome !== "settled") throw new Error(`a tip was not settled: ${outcome}`);
        done += 1;
      }
    }),
  );
  return done / seconds;
}

function paid(paymentId: string): PaymentSnapshot {
  return {
    providerRef: `bench-${paymentId}`,
    paymentId,
    state: "PAID",
    amountMinor: 1119,
    currency: "EUR",
    paidAt: new Date(),
    failureCode: null,
    refunds: [],
    disputes: [],
  };
}
