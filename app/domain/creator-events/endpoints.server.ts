import { isIP } from "node:net";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import type { Encryption } from "../../crypto/crypto.server.ts";
import { productRules } from "../../product-rules.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { type ActingUser, lockActingUser } from "../auth/sessions.server.ts";
import type { Jobs } from "../jobs.ts";
import { switchOff } from "./delivery-outcome.server.ts";
import { isPublicAddress } from "./public-address.ts";
import { encryptWebhookSecret, newKoFiToken, newWebhookSecret } from "./sign-webhook.server.ts";
import {
  CREATOR_EVENT_TYPES,
  type CreatorEventType,
  KO_FI_EVENTS,
  type WebhookFormat,
} from "./webhook.schema.ts";

const rules = productRules.webhook;

interface EndpointServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
  jobs: Jobs;
  encryption: Encryption;
}

interface OwnEndpoint {
  user_id: string;
  id: string;
}

interface WebhookEndpoint {
  id: string;
  address: string;
  format: WebhookFormat;
  events: CreatorEventType[];
  is_on: boolean;
  off_reason: "CREATOR" | "GONE" | "FAILING" | null;
  failing_since: Date | null;
  /** The earlier secret is valid until then. */
  earlier_until: Date | null;
  made_at: Date;
}

export async function listEndpoints(db: Kysely<DB>, userId: string): Promise<WebhookEndpoint[]> {
  const rows = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "address", "format", "events", "is_on", "off_reason", "failing_since", "earlier_until"])
    .select("made_at")
    .where("user_id", "=", userId)
    .orderBy("made_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    events: CREATOR_EVENT_TYPES.filter((type) => row.events.includes(type)),
  }));
}

export async function listWebhooks(db: Kysely<DB>, user_id: string) {
  const webhooks: (WebhookEndpoint & { deliveries: Awaited<ReturnType<typeof listDeliveries>> })[] = [];
  for (const endpoint of await listEndpoints(db, user_id))
    webhooks.push({ ...endpoint, deliveries: await listDeliveries(db, { user_id, id: endpoint.id }) });
  return webhooks;
}

export async function listDeliveries(db: Kysely<DB>, { user_id, id }: OwnEndpoint) {
  return await db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_endpoints as e", "e.id", "d.endpoint_id")
    .select(["d.id", "d.type", "d.status", "d.happened_at", "d.tried_at", "d.due_at", "d.tries_count"])
    .select(["d.answer_status", "d.answer", "d.answer_ms"])
    .where("e.id", "=", id)
    .where("e.user_id", "=", user_id)
    .orderBy("d.position", "desc")
    .limit(rules.deliveries_kept)
    .execute();
}

type Added = { outcome: "added"; secret: string } | { outcome: "too_many" | "not_public" };

/** Returns the secret once. Refuses literal private addresses. Throws StaleSession. */
export async function addEndpoint(
  services: EndpointServices,
  given: {
    user_id: string;
    asker: ActingUser;
    address: URL;
    format: WebhookFormat;
    events: readonly CreatorEventType[];
  },
): Promise<Added> {
  const { user_id, asker, address, format, events } = given;
  const literal = address.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) return { outcome: "not_public" };
  const [id, secret, now] = [services.newId(), newSecret(format), services.clock()];
  return await services.db.transaction().execute(async (trx): Promise<Added> => {
    await lockActingUser(trx, user_id, asker);
    const known = await listEndpoints(trx, user_id);
    if (known.length >= rules.addresses_maximum) return { outcome: "too_many" };
    await trx
      .insertInto("webhook_endpoints")
      .values({
        ...{ id, user_id, address: address.href, format, made_at: now },
        events: format === "KO_FI" ? [...KO_FI_EVENTS] : [...events],
        secret_encrypted: encryptWebhookSecret(services.encryption, id, secret),
      })
      .execute();
    await auditEndpoint(trx, "webhook.added", { user_id, host: address.host, now });
    return { outcome: "added", secret };
  });
}

const newSecret = (format: WebhookFormat) => (format === "KO_FI" ? newKoFiToken() : newWebhookSecret());

/** The earlier secret signs for one more day; a Ko-fi token ends. Throws StaleSession. */
export async function renewSecret(
  services: EndpointServices,
  { user_id, id, asker }: OwnEndpoint & { asker: ActingUser },
): Promise<{ host: string; format: WebhookFormat; secret: string; until: Date | null } | null> {
  const now = services.clock();
  const end = new Date(now.getTime() + rules.secrets_overlap_hours * 3_600_000);
  return await services.db.transaction().execute(async (trx) => {
    await lockActingUser(trx, user_id, asker);
    const row = await lockEndpoint(trx, { user_id, id });
    if (!row) return null;
    const { format, secret_encrypted: earlier } = row;
    const [secret, until] = [newSecret(format), format === "KO_FI" ? null : end];
    await trx
      .updateTable("webhook_endpoints")
      .set({
        earlier_secret_encrypted: until && earlier,
        earlier_until: until,
        secret_encrypted: encryptWebhookSecret(services.encryption, id, secret),
      })
      .where("id", "=", id)
      .execute();
    const { host } = new URL(row.address);
    await auditEndpoint(trx, "webhook.renewed", { user_id, host, now });
    return { host, format, secret, until };
  });
}

export async function removeEndpoint(
  { db, clock }: Pick<EndpointServices, "db" | "clock">,
  { user_id, id }: OwnEndpoint,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom("webhook_endpoints")
      .where("id", "=", id)
      .where("user_id", "=", user_id)
      .returning("address")
      .executeTakeFirst();
    if (row)
      await auditEndpoint(trx, "webhook.removed", { user_id, host: new URL(row.address).host, now: clock() });
  });
}

async function auditEndpoint(
  trx: Transaction<DB>,
  action: "webhook.added" | "webhook.renewed" | "webhook.changed" | "webhook.removed",
  { user_id, host, now }: { user_id: string; host: string; now: Date },
  change: { is_on: boolean } | { events: readonly CreatorEventType[] } | null = null,
): Promise<void> {
  await writeAudit(trx, {
    ...{ actor_id: user_id, action, subject: `user:${user_id}` },
    ...{ before: null, after: { host, ...change }, now },
  });
}

type ChangeServices = Pick<EndpointServices, "db" | "clock">;

/** Events while off are never sent. */
export async function switchEndpoint(
  { db, clock }: ChangeServices,
  own: OwnEndpoint,
  is_on: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockEndpoint(trx, own);
    if (!row || row.is_on === is_on) return;
    if (is_on)
      await trx
        .updateTable("webhook_endpoints")
        .set({ is_on, off_reason: null })
        .where("id", "=", own.id)
        .execute();
    else await switchOff(trx, own.id, "CREATOR");
    const host = new URL(row.address).host;
    await auditEndpoint(trx, "webhook.changed", { user_id: own.user_id, host, now: clock() }, { is_on });
  });
}

export async function chooseEvents(
  { db, clock }: ChangeServices,
  own: OwnEndpoint,
  events: readonly CreatorEventType[],
): Promise<"chosen" | "none"> {
  if (events.length === 0) return "none";
  await db.transaction().execute(async (trx) => {
    const row = await lockEndpoint(trx, own);
    if (row?.format !== "STANDARD") return;
    await trx
      .updateTable("webhook_endpoints")
      .set({ events: [...events] })
      .where("id", "=", own.id)
      .execute();
    const host = new URL(row.address).host;
    await auditEndpoint(trx, "webhook.changed", { user_id: own.user_id, host, now: clock() }, { events });
  });
  return "chosen";
}

async function lockEndpoint(trx: Transaction<DB>, { user_id, id }: OwnEndpoint) {
  return await trx
    .selectFrom("webhook_endpoints")
    .select(["address", "format", "is_on", "secret_encrypted"])
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

const TESTS_A_MINUTE = 5;

export async function sendTest(
  { db, jobs, clock, newId }: EndpointServices,
  own: OwnEndpoint,
): Promise<"queued" | "off" | "too_often"> {
  const [id, now] = [newId(), clock()];
  return await db.transaction().execute(async (trx) => {
    const endpoint = await lockEndpoint(trx, own);
    if (!endpoint?.is_on) return "off";
    const tests = await trx
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("endpoint_id", "=", own.id)
      .where("type", "=", "webhook.test")
      .where("happened_at", ">", new Date(now.getTime() - 60_000))
      .execute();
    if (tests.length >= TESTS_A_MINUTE) return "too_often";
    await trx
      .insertInto("webhook_deliveries")
      .values({
        ...{ id, endpoint_id: own.id, type: "webhook.test", subject_id: own.id, cause: id },
        ...{ happened_at: now, due_at: now },
      })
      .execute();
    await deliverNow(trx, jobs, own.id);
    return "queued";
  });
}

/** A resting address gets another chance. */
async function deliverNow(trx: Transaction<DB>, jobs: Jobs, endpoint_id: string): Promise<void> {
  await trx
    .updateTable("webhook_endpoints")
    .set({ rests_until: null })
    .where("id", "=", endpoint_id)
    .execute();
  await jobs.enqueue(trx, "webhooks.deliver", { endpoint_id });
}

export async function sendAgain(
  { db, jobs, clock }: EndpointServices,
  { delivery_id, ...own }: OwnEndpoint & { delivery_id: string },
): Promise<"queued" | "off"> {
  return await db.transaction().execute(async (trx) => {
    const endpoint = await lockEndpoint(trx, own);
    if (!endpoint?.is_on) return "off";
    await trx
      .updateTable("webhook_deliveries")
      .set({ status: "WAITING", due_at: clock(), tries_count: 0, first_tried_at: null })
      .where("id", "=", delivery_id)
      .where("endpoint_id", "=", own.id)
      .execute();
    await deliverNow(trx, jobs, own.id);
    return "queued";
  });
}
