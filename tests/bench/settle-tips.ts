import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Jobs } from "../../app/domain/jobs.ts";
import { applySnapshot } from "../../app/domain/payment-updates/apply-snapshot.server.ts";
import type { PaymentSnapshot } from "../../app/domain/payments/provider-port.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createDatabase } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { TEST_VOUCHER_CODES } from "../support/money/voucher-codes.ts";
import { openAccounts, type PreparedTip, prepareTips } from "./bench-database.ts";

/** Settles prepared tips through the domain function, `clients` at once, for some seconds; tips per second. */
export async function settleForSeconds(
  db: Kysely<DB>,
  tips: Iterator<PreparedTip>,
  clients: number,
  seconds: number,
): Promise<number> {
  const jobs = createJobs(db);
  const until = Date.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) {
        const next = tips.next();
        if (next.done) throw new Error("the prepared tips are used up: prepare more");
        await settle(db, jobs, next.value);
        done += 1;
      }
    }),
  );
  return done / seconds;
}

/** Settles all of them, `clients` at once. */
export async function settleAll(
  db: Kysely<DB>,
  tips: readonly PreparedTip[],
  clients: number,
): Promise<void> {
  const jobs = createJobs(db);
  const open = tips.values();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const tip of open) await settle(db, jobs, tip);
    }),
  );
}

async function settle(db: Kysely<DB>, jobs: Jobs, { payment_id }: PreparedTip): Promise<void> {
  const services = { db, jobs, clock: () => new Date(), newId: randomUUID, voucherCodes: TEST_VOUCHER_CODES };
  const outcome = await applySnapshot(services, { id: payment_id, hold_days: 7 }, paid(payment_id));
  if (outcome !== "settled") throw new Error(`a tip was not settled: ${outcome}`);
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

/** Settles tips for a creator, up to `count` of these in the database. */
export async function receiveTips(databaseUrl: string, email: string, count: number): Promise<void> {
  const db = createDatabase(databaseUrl, { max: 12 });
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const sender = { sender_name: "Nora", sender_email: "nora@fans.example" };
  const { before } = await db
    .selectFrom("tips")
    .select((eb) => eb.fn.countAll<number>().as("before"))
    .where("creator_id", "=", id)
    .where("sender_email", "=", sender.sender_email)
    .executeTakeFirstOrThrow();
  if (before < count) {
    await openAccounts(db, [id]);
    const tips = await prepareTips(db, count - before, [id]);
    const ids = tips.map(({ tip_id }) => tip_id);
    await db.updateTable("tips").set(sender).where("id", "in", ids).execute();
    await settleAll(db, tips, 10);
  }
  await db.destroy();
}
