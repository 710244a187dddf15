import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import type { Jobs } from "../jobs.ts";
import { findPayment, type Payment } from "./payment-record.server.ts";
import {
  type CallReply,
  type PaymentProvider,
  type PaymentSnapshot,
  type ProviderCall,
  type Providers,
  ProviderUnavailable,
} from "./provider-port.ts";
import { isOpen } from "./states.ts";

const UNKNOWN = "unknown_payment";

interface News {
  eventId: string;
  kind: string;
  providerRef: string;
  paymentId: string | null;
}

type StoreOutcome = { outcome: "stored"; event_id: string } | { outcome: "repeated" };

interface StoreServices {
  db: Kysely<DB>;
  newId: () => string;
}

type ReceiveOutcome =
  | StoreOutcome
  | { outcome: "ignored" }
  | { outcome: "unanswered" }
  | { outcome: "refused"; reason: "signature" | "stale" | "malformed" };

/** Verified on raw bytes, stored once per event id. A refused event changes nothing. */
export async function receiveWebhook(
  services: StoreServices,
  provider: PaymentProvider,
  notice: { body: Uint8Array; headers: Headers; now: Date },
): Promise<ReceiveOutcome> {
  const read = provider.readEvent(notice.body, notice.headers, notice.now);
  if (read.outcome === "refused" || read.outcome === "ignored") return read;
  if (read.outcome === "account" || read.outcome === "set_up") {
    const { eventId, kind } = read;
    const providerRef = read.outcome === "account" ? read.accountRef : read.setUpRef;
    const event = { eventId, kind, providerRef, paymentId: null };
    return await storeProviderEvent(services, provider.name, event, notice.now);
  }
  const name = read.outcome === "unnamed" ? await nameOf(provider, read.about) : read;
  if (name === "unanswered") return { outcome: "unanswered" };
  if (!name) return { outcome: "ignored" };
  const { providerRef, paymentId } = name;
  const { eventId, kind } = read;
  if (!z.uuid().safeParse(paymentId).success) return { outcome: "refused", reason: "malformed" };
  const event = { eventId, kind, providerRef, paymentId };
  return await storeProviderEvent(services, provider.name, event, notice.now);
}

/** A repetition is handled only while unhandled. */
async function storeProviderEvent(
  { db, newId }: StoreServices,
  provider: string,
  { eventId, kind, providerRef, paymentId }: News,
  now: Date,
): Promise<StoreOutcome> {
  const stored = await db
    .insertInto("provider_webhook_events")
    .values({
      ...{ id: newId(), provider, event_id: eventId, kind, provider_ref: providerRef, payment_id: paymentId },
      received_at: now,
      // If handling was lost, a sweep handles it.
      next_try_at: new Date(now.getTime() + productRules.reconcile.at_once_minutes * 60_000),
    })
    .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (stored) return { outcome: "stored", event_id: stored.id };
  const known = await db
    .selectFrom("provider_webhook_events")
    .select(["id", "tries"])
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .where("handled_at", "is", null)
    .executeTakeFirst();
  return known && known.tries > 0 ? { outcome: "stored", event_id: known.id } : { outcome: "repeated" };
}

async function nameOf(provider: PaymentProvider, about: string) {
  try {
    return await provider.nameOf?.(about);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return "unanswered";
    throw error;
  }
}

export async function isEventOfOther(
  db: Kysely<DB>,
  { provider, eventId, paymentId }: { provider: string; eventId: string; paymentId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("provider_webhook_events")
    .select("id")
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .where("payment_id", "<>", paymentId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Fetches the truth and passes it to `settle`. Another reference or provider is marked and changes nothing.
 */
export async function handleWebhookEvent(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date },
  noticeId: string,
  settle: (payment: Payment, snapshot: PaymentSnapshot) => Promise<string>,
  takeUnknownPayment: (unknown: {
    payment_id: string;
    provider: string;
    provider_ref: string;
  }) => Promise<string>,
  takeAccount: (named: { provider: string; account_ref: string }) => Promise<string>,
): Promise<string> {
  const { db, providers } = services;
  const [notice] = await eventById(db, { id: noticeId });
  if (!notice || notice.handled_at) return "repeated";
  const { payment_id, provider, provider_ref } = notice;
  const payment = payment_id && (await findPayment(db, payment_id));
  let outcome: string;
  if (payment_id === null) {
    outcome = await takeAccount({ provider, account_ref: provider_ref });
  } else if (!payment) {
    outcome = UNKNOWN;
  } else if (payment.provider !== notice.provider) {
    outcome = "other_provider";
  } else if (!(await isReferenceOf(providers.get(provider), payment, provider_ref))) {
    outcome = "other_reference";
  } else {
    const snapshot = await truthOf(providers.get(payment.provider), payment, notice);
    outcome = snapshot?.paymentId === payment.id ? await settle(payment, snapshot) : "unknown_at_provider";
  }
  if (payment_id !== null && outcome === UNKNOWN)
    outcome = await takeUnknownPayment({ payment_id, provider, provider_ref });
  const handled = { handled_at: services.clock(), outcome };
  await db.updateTable("provider_webhook_events").set(handled).where("id", "=", noticeId).execute();
  return outcome;
}

/**
 * An unanswered payment has no reference yet: the provider gives it, for the payment's own account. Another
 * account may have a page with our id.
 */
async function isReferenceOf(
  provider: PaymentProvider,
  payment: Payment,
  reference: string,
): Promise<boolean> {
  if (payment.provider_ref !== null) return payment.provider_ref === reference;
  if (!provider.accounts) return true;
  return (await provider.find(payment.id, payment.account_ref))?.providerRef === reference;
}

const eventById = hotQuery("provider-event-by-id", { id: parameter<string>() }, (db, given) =>
  db.selectFrom("provider_webhook_events").selectAll().where("id", "=", given("id")),
);

async function truthOf(
  provider: PaymentProvider,
  payment: Payment,
  notice: { event_id: string; kind: string; provider_ref: string; received_at: Date },
): Promise<PaymentSnapshot | null> {
  if (provider.abilities.looksUp) return await provider.fetch(notice.provider_ref);
  const { event_id: eventId, kind, provider_ref: providerRef, received_at: at } = notice;
  const event = { eventId, kind, providerRef, at };
  const asked = {
    ...{ paymentId: payment.id, amountMinor: payment.charged_minor },
    currency: payment.charged_currency,
  };
  return provider.snapshotOfCall?.(event, asked) ?? null;
}

export async function recordFailedTry(db: Kysely<DB>, id: string, error: string, now: Date): Promise<void> {
  const { stale_minutes, look_hours_maximum } = productRules.reconcile;
  await sql`
    update provider_webhook_events set
      tries = tries + 1, last_error = ${error.slice(0, productRules.reason_characters_maximum)},
      next_try_at = ${now}::timestamptz + least(
        interval '1 minute' * ${stale_minutes} * power(2, least(tries, 20)), interval '1 hour' * ${look_hours_maximum})
    where id = ${id} and handled_at is null`.execute(db);
}

export async function listDueEvents(
  db: Kysely<DB>,
  now: Date,
  limit: number,
): Promise<{ id: string; provider: string }[]> {
  const since = new Date(now.getTime() - productRules.reconcile.news_days * 86_400_000);
  return await db
    .selectFrom("provider_webhook_events")
    .select(["id", "provider"])
    .where("handled_at", "is", null)
    .where("next_try_at", "<=", now)
    .where("received_at", ">", since)
    .orderBy("next_try_at")
    .limit(limit)
    .execute();
}

interface UnhandledEvent {
  id: string;
  what: "NEWS" | "LOOKUP";
  provider: string;
  payment_id: string;
  known_payment_id: string | null;
  since: Date;
  tries: number;
  last_error: string | null;
  next_try_at: Date | null;
}

export function unhandledEvents(): RawBuilder<UnhandledEvent> {
  const { shown_failures } = productRules.reconcile;
  return sql<UnhandledEvent>`
    select e.id, 'NEWS' as what, e.provider, coalesce(e.payment_id::text, e.provider_ref) as payment_id,
      p.id as known_payment_id, e.received_at as since, e.tries, e.last_error, e.next_try_at
    from provider_webhook_events e left join payments p on p.id = e.payment_id
    where e.handled_at is null and e.tries >= ${shown_failures}
    union all
    select p.id, 'LOOKUP', p.provider, p.id::text, p.id, p.created_at, l.failures, l.last_error, l.next_look_at
    from payment_lookups l join payments p on p.id = l.payment_id
    where l.failures >= ${shown_failures} and p.status in ('CREATED', 'REDIRECTED', 'PROCESSING')`;
}

export async function listUnhandledEvents(db: Kysely<DB>): Promise<UnhandledEvent[]> {
  const { rows } = await sql<UnhandledEvent>`
    ${unhandledEvents()} order by since limit ${productRules.exception_rows}`.execute(db);
  return rows;
}

export async function retryProviderEvent(
  services: { db: Kysely<DB>; jobs: Jobs; clock: () => Date },
  { id, operator_id }: { id: string; operator_id: string },
): Promise<boolean> {
  return await services.db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom("provider_webhook_events as e")
      .leftJoin("connected_accounts as a", (join) =>
        join.onRef("a.provider", "=", "e.provider").onRef("a.account_ref", "=", "e.provider_ref"),
      )
      .select(["e.payment_id", "e.tries", "a.user_id"])
      .where("e.id", "=", id)
      .where("e.handled_at", "is", null)
      .forUpdate("e")
      .executeTakeFirst();
    if (!open) return false;
    await services.jobs.enqueue(trx, "payments.notice", { notice_id: id });
    const subject = open.user_id ? `user:${open.user_id}` : `payment:${open.payment_id ?? id}`;
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "news.retried", subject },
      ...{ before: { tries: open.tries }, after: null, now: services.clock() },
    });
    return true;
  });
}

type CallOutcome =
  | { outcome: "answered"; reply: CallReply; event_id: string | null }
  /** One answer for a wrong secret, address and payment. */
  | { outcome: "stranger" }
  | { outcome: "malformed" }
  /** A result under another payment's name is refused. */
  | { outcome: "told_of_other" };

/** Without signatures. Stored once before the answer; repetitions get the same (docs/product.md, 4.4). */
export async function handleProviderCall(
  services: StoreServices,
  provider: PaymentProvider,
  call: ProviderCall & { now: Date },
  urls: { success(paymentId: string): string; failed(paymentId: string): string },
): Promise<CallOutcome> {
  const read = provider.readCall?.(call) ?? { outcome: "stranger" };
  if (read.outcome !== "understood") return { outcome: read.outcome };
  const { paymentId, providerRef, event } = read;
  const payment = await findPayment(services.db, paymentId);
  const isMeant = payment?.provider === provider.name && [null, providerRef].includes(payment.provider_ref);
  if (!payment || !isMeant) return { outcome: "stranger" };
  let event_id: string | null = null;
  if (event) {
    const { name } = provider;
    const stored = await storeProviderEvent(services, name, { ...event, providerRef, paymentId }, call.now);
    if (stored.outcome === "stored") event_id = stored.event_id;
    if (await isEventOfOther(services.db, { provider: name, eventId: event.eventId, paymentId }))
      return { outcome: "told_of_other" };
  }
  const ends = payment.created_at.getTime() + productRules.tip.unpaid_hours * 3_600_000;
  const reply = read.reply({
    country: payment.country,
    amountMinor: payment.charged_minor,
    currency: payment.charged_currency,
    isOpen: isOpen(payment.status) && call.now.getTime() < ends,
    successUrl: urls.success(paymentId),
    failedUrl: urls.failed(paymentId),
  });
  return { outcome: "answered", reply, event_id };
}
