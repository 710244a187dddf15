import type { Kysely, Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import type { Jobs } from "../../jobs/jobs.server.ts";
import { productRules } from "../../product-rules.ts";
import { findPayment, type Payment } from "./payment-record.server.ts";
import {
  type PaymentProvider,
  type PaymentSnapshot,
  type Providers,
  ProviderUnavailable,
} from "./provider-port.ts";

const UNKNOWN = "unknown_payment";

interface News {
  eventId: string;
  kind: string;
  providerRef: string;
  paymentId: string;
}

export type ReceiveOutcome =
  | { outcome: "stored" }
  | { outcome: "repeated" }
  /** Authentic, and about nothing of ours. */
  | { outcome: "ignored" }
  /** The provider did not say which payment it is about. */
  | { outcome: "unanswered" }
  | { outcome: "refused"; reason: "signature" | "stale" | "malformed" };

/**
 * Takes in a provider's notice: verified on its raw bytes, stored once for each event id, and a job enqueued with it.
 * It says only that there is news; the job asks the provider for the truth. A refused notice changes nothing. One that
 * names its payment by another name is looked up first, and not taken in where nobody answers that.
 */
export async function receiveWebhook(
  services: { db: Kysely<DB>; jobs: Jobs; newId: () => string },
  provider: PaymentProvider,
  notice: { body: Uint8Array; headers: Headers; now: Date },
): Promise<ReceiveOutcome> {
  const read = provider.readNotice(notice.body, notice.headers, notice.now);
  if (read.outcome === "refused" || read.outcome === "ignored") return read;
  const name = read.outcome === "unnamed" ? await nameOf(provider, read.about) : read;
  if (name === "unanswered") return { outcome: "unanswered" };
  if (!name) return { outcome: "ignored" };
  const { providerRef, paymentId } = name;
  const { eventId, kind } = read;
  // Our payments' ids have one form; another one is about nothing of ours, and no database would take it.
  if (!z.uuid().safeParse(paymentId).success) return { outcome: "refused", reason: "malformed" };
  const news = { eventId, kind, providerRef, paymentId };
  return await storeNews(services, provider.name, news, notice.now);
}

/** Stores what a provider told, once for each event id, and a job with it. */
export async function storeNews(
  services: { db: Kysely<DB>; jobs: Jobs; newId: () => string },
  provider: string,
  { eventId, kind, providerRef, paymentId }: News,
  now: Date,
): Promise<{ outcome: "stored" } | { outcome: "repeated" }> {
  return await services.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto("provider_webhook_events")
      .values({
        id: services.newId(),
        provider,
        event_id: eventId,
        kind,
        provider_ref: providerRef,
        payment_id: paymentId,
        received_at: now,
        // By then its job has handled it; if that was lost, a sweep does.
        next_try_at: new Date(now.getTime() + productRules.reconcile.stale_minutes * 60_000),
      })
      .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!stored) return await takeAgain(trx, services.jobs, provider, eventId);
    await services.jobs.enqueue(trx, "payments.notice", { notice_id: stored.id });
    return { outcome: "stored" };
  });
}

async function nameOf(provider: PaymentProvider, about: string) {
  try {
    return await provider.nameOf?.(about);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return "unanswered";
    throw error;
  }
}

/** Whether a provider told of another payment by this name: what happened once happened to one of them. */
export async function wasToldOfOther(
  db: Kysely<DB>,
  { provider, eventId, paymentId }: { provider: string; eventId: string; paymentId: string },
): Promise<boolean> {
  const told = await db
    .selectFrom("provider_webhook_events")
    .select("id")
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .where("payment_id", "<>", paymentId)
    .executeTakeFirst();
  return told !== undefined;
}

/** A notice that comes again changes nothing once it was handled; one that was not gets another job. */
async function takeAgain(
  trx: Transaction<DB>,
  jobs: Jobs,
  provider: string,
  eventId: string,
): Promise<{ outcome: "stored" } | { outcome: "repeated" }> {
  const known = await trx
    .selectFrom("provider_webhook_events")
    .select(["id", "tries"])
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .where("handled_at", "is", null)
    .executeTakeFirst();
  // Before the first failure its own job is still at it.
  if (!known || known.tries === 0) return { outcome: "repeated" };
  await jobs.enqueue(trx, "payments.notice", { notice_id: known.id });
  return { outcome: "stored" };
}

/**
 * The job of a notice: fetches the truth and hands it to `settle`, which the caller chose by the payment's purpose. News
 * of a payment that we do not know (any more) go to `takeStray`. A notice with another reference than ours, or of another
 * provider than the payment's, is marked and changes nothing. Returns a word for what happened.
 */
export async function handleWebhookEvent(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date },
  noticeId: string,
  settle: (payment: Payment, snapshot: PaymentSnapshot) => Promise<string>,
  takeStray: (stray: { payment_id: string; provider: string; provider_ref: string }) => Promise<string>,
): Promise<string> {
  const { db, providers } = services;
  const notice = await db
    .selectFrom("provider_webhook_events")
    .selectAll()
    .where("id", "=", noticeId)
    .executeTakeFirst();
  if (!notice || notice.handled_at) return "repeated";
  const payment = await findPayment(db, notice.payment_id);
  let outcome: string;
  if (!payment) {
    outcome = UNKNOWN;
  } else if (payment.provider !== notice.provider) {
    outcome = "other_provider";
  } else if (payment.provider_ref !== null && payment.provider_ref !== notice.provider_ref) {
    outcome = "other_reference";
  } else {
    const snapshot = await truthOf(providers.get(payment.provider), payment, notice);
    outcome = snapshot?.paymentId === payment.id ? await settle(payment, snapshot) : "unknown_at_provider";
  }
  // It may have been forgotten between the look and the lock, too.
  if (outcome === UNKNOWN) {
    const { payment_id, provider, provider_ref } = notice;
    outcome = await takeStray({ payment_id, provider, provider_ref });
  }
  await db
    .updateTable("provider_webhook_events")
    .set({ handled_at: services.clock(), outcome })
    .where("id", "=", noticeId)
    .execute();
  return outcome;
}

/** What a provider says of a payment; of one that cannot be asked, what it told. */
async function truthOf(
  provider: PaymentProvider,
  payment: Payment,
  notice: { event_id: string; kind: string; provider_ref: string; received_at: Date },
): Promise<PaymentSnapshot | null> {
  if (provider.abilities.looksUp) return await provider.fetch(notice.provider_ref);
  const { event_id: eventId, kind, provider_ref: providerRef, received_at: at } = notice;
  const told = { eventId, kind, providerRef, at };
  const asked = {
    ...{ paymentId: payment.id, amountMinor: payment.charged_minor },
    currency: payment.charged_currency,
  };
  return provider.newsOf?.(told, asked) ?? null;
}
