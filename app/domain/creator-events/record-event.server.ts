import { sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar.ts";
import type { Jobs } from "../jobs.ts";
import type { Minor } from "../money/minor.ts";
import { findGoal } from "../users/profile.server.ts";
import type { CreatorEventType } from "./creator-event.schema.ts";

interface Happened {
  creator_id: string;
  subject_id: string;
  /** Beside the subject, such as who joined the group. */
  about_id?: string;
  /** By which it is once per type; the subject, where there is none. */
  cause?: string;
  /** While it may be taken back. */
  not_before?: Date;
}

/** A tip that may have reached the goal says by how much it lifted the sum. */
export type CreatorEvent =
  | (Happened & { type: Exclude<CreatorEventType, "goal.reached"> })
  | { type: "goal.reached"; creator_id: string; lifted_minor: Minor; currency: string };

/**
 * In the transaction of the cause, once per type and cause. Without an address of the creator it is one look-up
 * (docs/product.md, 5.14).
 */
export async function recordCreatorEvents(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  events: readonly CreatorEvent[],
  now: Date,
): Promise<void> {
  const creators = [...new Set(events.map(({ creator_id }) => creator_id))];
  if (creators.length === 0) return;
  const endpoints = await listEndpointsOf(trx, { creators });
  for (const endpoint of endpoints) {
    const chosen = events.filter(
      ({ type, creator_id }) => creator_id === endpoint.user_id && endpoint.events.includes(type),
    );
    const happened = await Promise.all(chosen.map((event) => happenedOf(trx, event, now)));
    const due = happened.filter((event) => event !== null);
    if (due.length > 0) await queueDeliveries(trx, services, endpoint.id, due, now);
  }
}

const listEndpointsOf = hotQuery("webhook-endpoints-of", { creators: parameter<string[]>() }, (db, given) =>
  db
    .selectFrom("webhook_endpoints")
    .select(["id", "user_id", "events"])
    .where("user_id", "=", sql<string>`any(${given("creators")}::uuid[])`)
    .where("is_on", "=", true)
    .orderBy("id"),
);

type Named = Happened & { type: CreatorEventType };

async function happenedOf(trx: Transaction<DB>, event: CreatorEvent, now: Date): Promise<Named | null> {
  if (event.type !== "goal.reached") return event;
  const { creator_id, lifted_minor, currency } = event;
  const goal = await findGoal(trx, creator_id, businessDate(now));
  if (!goal || goal.currency !== currency) return null;
  const before = goal.reached_minor - lifted_minor;
  const isReached = before < goal.amount_minor && goal.reached_minor >= goal.amount_minor;
  const cause = `${goal.amount_minor} ${currency} ${goal.from}`;
  return isReached ? { type: "goal.reached", creator_id, subject_id: creator_id, cause } : null;
}

async function queueDeliveries(
  trx: Transaction<DB>,
  { jobs, newId }: { jobs: Jobs; newId: () => string },
  endpoint_id: string,
  events: readonly Named[],
  now: Date,
): Promise<void> {
  const made = await trx
    .insertInto("webhook_deliveries")
    .values(
      events.map(({ type, subject_id, about_id, cause, not_before }) => ({
        ...{ id: newId(), endpoint_id, type, subject_id, about_id: about_id ?? null },
        ...{ cause: cause ?? subject_id, happened_at: now, due_at: not_before ?? now },
      })),
    )
    .onConflict((conflict) => conflict.columns(["endpoint_id", "type", "cause"]).doNothing())
    .returning("due_at")
    .execute();
  const [first] = made.map(({ due_at }) => due_at).sort((a, b) => a.getTime() - b.getTime());
  if (first) await jobs.enqueue(trx, "webhooks.deliver", { endpoint_id }, first > now ? first : undefined);
}
