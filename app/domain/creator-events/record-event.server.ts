import { sql, type Transaction } from "kysely";
import { hotQuery, parameter } from "../../../db/hot-query.ts";
import type { DB } from "../../../db/schema.ts";
import { businessDate } from "../calendar.ts";
import type { Jobs } from "../jobs.ts";
import type { Minor } from "../money/minor.ts";
import { queueAlerts } from "../overlay/alerts.server.ts";
import { findGoal } from "../users/profile.server.ts";
import type { CreatorEventType } from "./webhook.schema.ts";

interface Happened {
  creator_id: string;
  subject_id: string;
  /** Beside the subject, such as a joined member. */
  about_id?: string;
  /** Once per type and cause; by default the subject. */
  cause?: string;
  /** Until then it may be taken back. */
  not_before?: Date;
}

/** `goal`: by how much the tip lifted the sum. */
export type CreatorEvent =
  | (Happened & { type: Exclude<CreatorEventType, "goal.reached"> })
  | { type: "goal.reached"; creator_id: string; lifted_minor: Minor; currency: string; is_monthly?: true };

/**
 * In the cause's transaction, once per type and cause. Without a receiver, one look-up (docs/product.md,
 * 5.14, 5.15).
 */
export async function recordCreatorEvents(
  trx: Transaction<DB>,
  services: { jobs: Jobs; newId: () => string },
  events: readonly CreatorEvent[],
  now: Date,
): Promise<void> {
  const creators = [...new Set(events.map(({ creator_id }) => creator_id))];
  if (creators.length === 0) return;
  const receivers = await listReceiversOf(trx, { creators });
  const shown = new Set(receivers.filter(({ is_overlay }) => is_overlay).map(({ user_id }) => user_id));
  const tips = events.flatMap((event) =>
    event.type === "tip.received" && shown.has(event.creator_id) ? [event] : [],
  );
  if (tips.length > 0) await queueAlerts(trx, services, tips, now);
  for (const endpoint of receivers.filter(({ is_overlay }) => !is_overlay)) {
    const chosen = events.filter(
      ({ type, creator_id }) => creator_id === endpoint.user_id && endpoint.events.includes(type),
    );
    const happened = await Promise.all(chosen.map((event) => happenedOf(trx, event, now)));
    const due = happened.filter((event) => event !== null);
    if (due.length > 0) await queueDeliveries(trx, services, endpoint.id, due, now);
  }
}

const listReceiversOf = hotQuery(
  "creator-event-receivers",
  { creators: parameter<string[]>() },
  (db, given) =>
    db
      // Locks the address: its removal would undo the payment.
      .with("endpoints", (own) =>
        own
          .selectFrom("webhook_endpoints")
          .select(["id", "user_id", "events"])
          .where("user_id", "=", sql<string>`any(${given("creators")}::uuid[])`)
          .where("is_on", "=", true)
          .forKeyShare(),
      )
      .selectFrom("endpoints")
      .select(["id", "user_id", "events", sql<boolean>`false`.as("is_overlay")])
      .unionAll((own) =>
        own
          .selectFrom("overlays")
          .select(["user_id as id", "user_id", sql<string[]>`array[]::text[]`.as("events")])
          .select(sql<boolean>`true`.as("is_overlay"))
          .where("user_id", "=", sql<string>`any(${given("creators")}::uuid[])`),
      )
      .orderBy("id"),
);

type Named = Happened & { type: CreatorEventType };

async function happenedOf(trx: Transaction<DB>, event: CreatorEvent, now: Date): Promise<Named | null> {
  if (event.type !== "goal.reached") return event;
  const { creator_id, lifted_minor, currency } = event;
  const goal = await findGoal(trx, creator_id, businessDate(now));
  if (!goal || goal.currency !== currency || goal.is_monthly !== (event.is_monthly ?? false)) return null;
  const before = goal.reached_minor - lifted_minor;
  const isReached = before < goal.amount_minor && goal.reached_minor >= goal.amount_minor;
  const since = goal.is_monthly ? "monthly" : goal.from;
  const cause = `${goal.amount_minor} ${currency} ${since}`;
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
