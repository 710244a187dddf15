import { type Kysely, type SqlBool, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { type Delivery, type Endpoint, noteDelivered, noteFailed } from "./delivery-outcome.server.ts";
import { koFiForm, koFiTip } from "./ko-fi-form.ts";
import { decryptWebhookSecret, signedHeaders } from "./sign-webhook.server.ts";
import type { EventOfDelivery, Webhooks } from "./webhooks-port.ts";

const rules = productRules.webhook;

export interface DeliverServices {
  db: Kysely<DB>;
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
  encryption: Encryption;
  webhooks: Webhooks;
}

/** Longer than a request takes, so that a second process waits. */
const LEASE_MS = rules.request_seconds * 3 * 1000;
/** Ends before the queue gives the job up. */
const ROUND_MS = 30_000;
/**
 * Sends what is due to one address, each subject in order, until one fails. No transaction spans a request.
 * At least once: a crash repeats (docs/decisions/095).
 */
export async function deliverTo(services: DeliverServices, endpointId: string): Promise<void> {
  const begun = services.clock();
  const endpoint = await takeEndpoint(services, endpointId);
  if (!endpoint) return;
  let hasSent = false;
  for (;;) {
    const now = services.clock();
    const isLong = now.getTime() - begun.getTime() > ROUND_MS;
    const delivery = isLong ? undefined : await findDue(services.db, endpoint.id, now);
    if (!delivery) break;
    hasSent = true;
    if ((await attempt(services, endpoint, delivery)) === "failed") break;
  }
  await endRound(services, endpoint, hasSent);
}

async function takeEndpoint({ db, clock }: DeliverServices, id: string): Promise<Endpoint | undefined> {
  const now = clock();
  return await db
    .updateTable("webhook_endpoints")
    .set((eb) => {
      const isOver = eb("earlier_until", "<=", now);
      return {
        leased_until: new Date(now.getTime() + LEASE_MS),
        earlier_secret_encrypted: eb
          .case()
          .when(isOver)
          .then(null)
          .else(eb.ref("earlier_secret_encrypted"))
          .end(),
        earlier_until: eb.case().when(isOver).then(null).else(eb.ref("earlier_until")).end(),
      };
    })
    .where("id", "=", id)
    .where("is_on", "=", true)
    .where((eb) => eb.or([eb("leased_until", "is", null), eb("leased_until", "<=", now)]))
    .where((eb) => eb.or([eb("rests_until", "is", null), eb("rests_until", "<=", now)]))
    .where("user_id", "not in", (eb) => eb.selectFrom("users").select("id").where("status", "=", "LOCKED"))
    .returningAll()
    .executeTakeFirst();
}

/** Later events of a subject wait for earlier ones. */
const isFirstOfSubject = sql<SqlBool>`not exists (
  select from webhook_deliveries earlier
  where earlier.endpoint_id = d.endpoint_id and earlier.subject_id = d.subject_id
    and earlier.status = 'WAITING' and earlier.position < d.position)`;

async function findDue(db: Kysely<DB>, endpointId: string, now: Date): Promise<Delivery | undefined> {
  return await db
    .selectFrom("webhook_deliveries as d")
    .selectAll("d")
    .where("d.endpoint_id", "=", endpointId)
    .where("d.status", "=", "WAITING")
    .where("d.due_at", "<=", now)
    .where(isFirstOfSubject)
    .orderBy("d.position")
    .limit(1)
    .executeTakeFirst();
}

/** False when off, removed or taken over. */
async function renewLease(db: Kysely<DB>, endpoint: Endpoint, now: Date): Promise<boolean> {
  const leased_until = new Date(now.getTime() + LEASE_MS);
  const { numUpdatedRows } = await db
    .updateTable("webhook_endpoints")
    .set({ leased_until })
    .where("id", "=", endpoint.id)
    .where("is_on", "=", true)
    .where("leased_until", "=", endpoint.leased_until)
    .where("user_id", "not in", (eb) => eb.selectFrom("users").select("id").where("status", "=", "LOCKED"))
    .executeTakeFirst();
  Object.assign(endpoint, { leased_until });
  return numUpdatedRows === 1n;
}

type Attempted = "delivered" | "dropped" | "failed";

async function attempt(
  services: DeliverServices,
  endpoint: Endpoint,
  delivery: Delivery,
): Promise<Attempted> {
  const { db, clock, encryption, webhooks } = services;
  const data = await webhooks.dataOf({ ...delivery, creator_id: endpoint.user_id, format: endpoint.format });
  const now = clock();
  if (data === null) {
    await db
      .updateTable("webhook_deliveries")
      .set({ status: "DROPPED" })
      .where("id", "=", delivery.id)
      .execute();
    return "dropped";
  }
  if (!(await renewLease(db, endpoint, now))) return "failed";
  const message = messageOf(encryption, endpoint, { delivery, data, now });
  const sent = await webhooks.send({ address: endpoint.address, ...message });
  // A receiver may echo the token of Ko-fi's format.
  const answer = { ...sent, text: message.token ? sent.text.replaceAll(message.token, "…") : sent.text };
  const { status } = answer;
  const isTaken = status !== null && status >= 200 && status < 300;
  await db.transaction().execute(async (trx) => {
    // The address before its deliveries, as its creator's acts lock them.
    await trx
      .selectFrom("webhook_endpoints")
      .select("id")
      .where("id", "=", endpoint.id)
      .forNoKeyUpdate()
      .execute();
    if (isTaken) await noteDelivered(trx, delivery, answer, { sent_at: now, now: clock() });
    else await noteFailed(trx, services, { endpoint, delivery, answer, sent_at: now });
  });
  return isTaken ? "delivered" : "failed";
}

function messageOf(
  encryption: Encryption,
  endpoint: Endpoint,
  { delivery, data, now }: { delivery: Delivery; data: object; now: Date },
): { headers: Record<string, string>; body: string; token?: string } {
  if (endpoint.format === "KO_FI") {
    const token = decryptWebhookSecret(encryption, endpoint);
    const body = koFiForm({ ...delivery, token }, koFiTip.parse(data));
    return { headers: { "content-type": "application/x-www-form-urlencoded" }, body, token };
  }
  const body = textOfEvent(delivery, data);
  return { headers: signedHeaders(encryption, endpoint, { id: delivery.id, body, now }), body };
}

/**
 * The lease ends before the last look, so that no event is missed. Only a round that sent something queues
 * the next.
 */
async function endRound(
  { db, jobs, clock }: DeliverServices,
  { id, leased_until }: Endpoint,
  hasSent: boolean,
): Promise<void> {
  await db
    .updateTable("webhook_endpoints")
    .set({ leased_until: null })
    .where("id", "=", id)
    .where("leased_until", "=", leased_until)
    .execute();
  if (!hasSent) return;
  await forgetOldDeliveries(db, id);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ at: Date | null }>`
      select greatest(min(d.due_at), e.rests_until) as at
      from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id and d.status = 'WAITING'
      where e.id = ${id}::uuid and e.is_on and ${isFirstOfSubject} group by e.id`.execute(trx);
    const at = rows[0]?.at;
    if (at) await jobs.enqueue(trx, "webhooks.deliver", { endpoint_id: id }, at > clock() ? at : undefined);
  });
}

async function forgetOldDeliveries(db: Kysely<DB>, endpointId: string): Promise<void> {
  await sql`
    delete from webhook_deliveries where endpoint_id = ${endpointId}::uuid and status <> 'WAITING' and position <= (
      select position from webhook_deliveries where endpoint_id = ${endpointId}::uuid
      order by position desc offset ${rules.deliveries_kept} limit 1)`.execute(db);
}

/** Catches deliveries without a job. Returns the addresses queued. */
export async function sweepDeliveries({ db, jobs, clock }: DeliverServices): Promise<number> {
  const now = clock();
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select e.id from webhook_endpoints e
      where e.is_on and coalesce(e.leased_until, ${now}) <= ${now} and coalesce(e.rests_until, ${now}) <= ${now}
        and not exists (select from users u where u.id = e.user_id and u.status = 'LOCKED')
        and exists (
          select from webhook_deliveries d
          where d.endpoint_id = e.id and d.status = 'WAITING' and ${isFirstOfSubject}
            and d.due_at <= ${new Date(now.getTime() - SWEPT_MS)})
      order by e.id limit ${SWEPT_MAXIMUM}`.execute(trx);
    for (const { id } of rows) await jobs.enqueue(trx, "webhooks.deliver", { endpoint_id: id });
    return rows.length;
  });
}

/** Jobs come sooner. */
const SWEPT_MS = 10_000;
const SWEPT_MAXIMUM = 1000;

/** Raised when a JSON field goes or changes its meaning. */
const VERSION = 1;

/** The event's time, but data as of sending. */
function textOfEvent({ type, happened_at }: Pick<EventOfDelivery, "type" | "happened_at">, data: object) {
  return JSON.stringify({ type, timestamp: happened_at.toISOString(), version: VERSION, data });
}
