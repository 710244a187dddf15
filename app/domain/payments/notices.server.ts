import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../jobs/jobs.server.ts";
import { findPayment, type Payment } from "./payments.server.ts";
import type { PaymentProvider, PaymentSnapshot } from "./provider-port.ts";

export type ReceiveOutcome =
  | { outcome: "stored" }
  | { outcome: "repeated" }
  | { outcome: "refused"; reason: "signature" | "stale" | "malformed" };

/**
 * Takes in a provider's notice: verified on its raw bytes, stored once for each event id, and a job enqueued with it.
 * It says only that there is news; the job asks the provider for the truth. A refused notice changes nothing.
 */
export async function receiveNotice(
  services: { db: Kysely<DB>; jobs: Jobs; newId: () => string },
  provider: PaymentProvider,
  notice: { body: Uint8Array; headers: Headers; now: Date },
): Promise<ReceiveOutcome> {
  const reading = provider.readNotice(notice.body, notice.headers, notice.now);
  if (reading.outcome === "refused") return reading;
  // Our payments' ids have one form; another one is about nothing of ours, and no database would take it.
  if (!z.uuid().safeParse(reading.paymentId).success) return { outcome: "refused", reason: "malformed" };
  return await services.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto("provider_notices")
      .values({
        id: services.newId(),
        provider: provider.name,
        event_id: reading.eventId,
        kind: reading.kind,
        provider_ref: reading.providerRef,
        payment_id: reading.paymentId,
        received_at: notice.now,
      })
      .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!stored) return { outcome: "repeated" };
    await services.jobs.enqueue(trx, "payments.notice", { notice_id: stored.id });
    return { outcome: "stored" };
  });
}

/**
 * The job of a notice: fetches the truth and hands it to `settle`, which the caller chose by the payment's purpose.
 * A notice about a payment that is not ours, or with another reference than ours, is marked and changes nothing.
 */
export async function handleNotice(
  services: { db: Kysely<DB>; provider: PaymentProvider; clock: () => Date },
  noticeId: string,
  settle: (payment: Payment, snapshot: PaymentSnapshot) => Promise<string>,
): Promise<void> {
  const { db, provider } = services;
  const notice = await db
    .selectFrom("provider_notices")
    .selectAll()
    .where("id", "=", noticeId)
    .executeTakeFirst();
  if (!notice || notice.handled_at) return;
  const payment = await findPayment(db, notice.payment_id);
  let outcome: string;
  if (!payment || payment.provider !== notice.provider) {
    outcome = "unknown_payment";
  } else if (payment.provider_ref !== null && payment.provider_ref !== notice.provider_ref) {
    outcome = "other_reference";
  } else {
    const snapshot = await provider.fetch(notice.provider_ref);
    outcome = snapshot?.paymentId === payment.id ? await settle(payment, snapshot) : "unknown_at_provider";
  }
  await db
    .updateTable("provider_notices")
    .set({ handled_at: services.clock(), outcome })
    .where("id", "=", noticeId)
    .execute();
}
