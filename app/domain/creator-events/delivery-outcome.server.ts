import { type Selectable, sql, type Transaction } from "kysely";
import type { DB, WebhookDeliveries, WebhookEndpoints } from "../../../db/schema.ts";
import { productRules } from "../../product-rules.ts";
import type { Jobs } from "../jobs.ts";
import { queueMail } from "../mails/outbox.server.ts";
import type { WebhookAnswer } from "./webhooks-port.ts";

const rules = productRules.webhook;

interface OutcomeServices {
  jobs: Jobs;
  clock: () => Date;
  newId: () => string;
  webhooks: { random(): number };
}

export type Endpoint = Selectable<WebhookEndpoints>;
export type Delivery = Selectable<WebhookDeliveries>;

/** The longest rest of a silent address, also for new events. */
const REST_MS_MAXIMUM = 60_000;

interface AttemptTimes {
  sent_at: Date;
  now: Date;
}

const triedNow = (answer: WebhookAnswer, { sent_at, now }: AttemptTimes) => ({
  ...{ tried_at: sent_at, answer_status: answer.status, answer: answer.text },
  answer_ms: now.getTime() - sent_at.getTime(),
  tries_count: sql<number>`tries_count + 1`,
  first_tried_at: sql<Date>`coalesce(first_tried_at, ${sent_at})`,
});

/** After silence all that waits is due at once; after one refusal it is not. */
export async function noteDelivered(
  trx: Transaction<DB>,
  delivery: Delivery,
  answer: WebhookAnswer,
  times: AttemptTimes,
): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ status: "DELIVERED", ...triedNow(answer, times) })
    .where("id", "=", delivery.id)
    .execute();
  const endpoint = await trx
    .selectFrom("webhook_endpoints")
    .select("failures_count")
    .where("id", "=", delivery.endpoint_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!endpoint || endpoint.failures_count === 0) return;
  await trx
    .updateTable("webhook_endpoints")
    .set({ failures_count: 0, failing_since: null, rests_until: null })
    .where("id", "=", delivery.endpoint_id)
    .execute();
  if (delivery.tries_count === 0 && endpoint.failures_count === 1) return;
  await trx
    .updateTable("webhook_deliveries")
    .set({ due_at: times.now })
    .where("endpoint_id", "=", delivery.endpoint_id)
    .where("status", "=", "WAITING")
    .where("tries_count", ">", 0)
    .where("due_at", ">", times.now)
    .execute();
}

export async function noteFailed(
  trx: Transaction<DB>,
  services: OutcomeServices,
  sent: { endpoint: Endpoint; delivery: Delivery; answer: WebhookAnswer; sent_at: Date },
): Promise<void> {
  const { endpoint, delivery, answer, sent_at } = sent;
  const now = services.clock();
  const givenUpAt = new Date((delivery.first_tried_at ?? sent_at).getTime() + rules.tried_days * DAY_MS);
  const isGivenUp = now >= givenUpAt;
  const next = new Date(now.getTime() + waitAfter(delivery.tries_count + 1, services.webhooks.random()));
  await trx
    .updateTable("webhook_deliveries")
    .set({
      ...triedNow(answer, { sent_at, now }),
      ...(isGivenUp ? { status: "GIVEN_UP" as const } : { due_at: next < givenUpAt ? next : givenUpAt }),
    })
    .where("id", "=", delivery.id)
    .execute();
  const failing = await trx
    .updateTable("webhook_endpoints")
    .set((eb) => ({
      failures_count: eb("failures_count", "+", 1),
      failing_since: eb.fn.coalesce("failing_since", eb.val(sent_at)),
    }))
    .where("id", "=", endpoint.id)
    .returning(["failures_count", "failing_since"])
    .executeTakeFirst();
  if (!failing) return;
  const { failures_count, failing_since } = failing;
  const rest = Math.min(waitAfter(failures_count, services.webhooks.random()), REST_MS_MAXIMUM);
  await trx
    .updateTable("webhook_endpoints")
    .set({ rests_until: new Date(now.getTime() + rest) })
    .where("id", "=", endpoint.id)
    .execute();
  if (answer.status === GONE) await switchOffByItself(trx, services, endpoint, "GONE");
  // Stays on while it takes other events.
  else if (isGivenUp && failing_since !== null && daysSince(failing_since, now) >= rules.tried_days)
    await switchOffByItself(trx, services, endpoint, "FAILING");
}

const GONE = 410;
const DAY_MS = 86_400_000;
const daysSince = (since: Date, now: Date) => (now.getTime() - since.getTime()) / DAY_MS;

/** Triples with each try, ±20%, so that retries spread. */
export function waitAfter(tries: number, random: number): number {
  const longest = rules.last_wait_hours * 3_600_000;
  const wait = Math.min(rules.first_wait_seconds * 1000 * 3 ** (tries - 1), longest);
  return Math.trunc(Math.min(wait * (0.8 + random * 0.4), longest));
}

async function switchOffByItself(
  trx: Transaction<DB>,
  services: OutcomeServices,
  { id, user_id, address }: Endpoint,
  reason: "GONE" | "FAILING",
): Promise<void> {
  const now = services.clock();
  await switchOff(trx, id, reason);
  const user = await trx
    .selectFrom("users")
    .select(["email", "locale"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await queueMail(trx, services, {
    dedupe_key: `webhook-off:${id}:${now.toISOString()}`,
    template: "webhook_off",
    locale: user.locale,
    recipient: user.email,
    user_id,
    params: { reason, host: new URL(address).host },
    now,
  });
}

export async function switchOff(
  trx: Transaction<DB>,
  endpointId: string,
  reason: "CREATOR" | "GONE" | "FAILING",
): Promise<void> {
  await trx
    .updateTable("webhook_endpoints")
    .set({ is_on: false, off_reason: reason, failures_count: 0, failing_since: null, rests_until: null })
    .where("id", "=", endpointId)
    .execute();
  await trx
    .updateTable("webhook_deliveries")
    .set({ status: "GIVEN_UP" })
    .where("endpoint_id", "=", endpointId)
    .where("status", "=", "WAITING")
    .execute();
}
