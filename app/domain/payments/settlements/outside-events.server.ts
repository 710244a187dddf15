import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import {
  askSecondOperator,
  needsSecondOperator,
  recordActAlone,
  type SecondOperatorRule,
} from "../../operator-acts/operator-acts.server.ts";
import { judgeAgain, type KeptEvent, keptEvents, lockWaiting, recordTaken } from "./event-acts.server.ts";
import { postedOf, sumsOfAct } from "./event-reversal.server.ts";
import { isBeyondBounds } from "./judge-events.ts";

interface Services {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

/**
 * An operator asks that an event be taken in although it is beyond what a provider's file may say by itself. It takes a
 * second operator, whatever the sum is, who did not read the file (docs/product.md, 6.12). "not_known" where our books do not know what it is about.
 */
export async function takeOutside(
  services: Services & SecondOperatorRule,
  given: { exception_id: string; operator_id: string; reason: string },
): Promise<"waiting" | "taken" | "not_known" | "gone"> {
  const { operator_id, reason } = given;
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("settlement_exceptions as x")
      .select("x.event_id")
      .where("x.id", "=", given.exception_id)
      .where("x.said", "is", null)
      .where("x.reason", "<>", "not_at_bank")
      .executeTakeFirst();
    if (!found) return "gone";
    const event = await lockOutside(trx, found.event_id, now);
    if (event === "gone" || event === "not_known") return event;
    const { id, settlement_id } = event;
    const { worth_eur_minor, sums } = await sumsOfAct(trx, event, now);
    const act = { kind: "SETTLEMENT_TAKEN", operator_id, worth_eur_minor, now } as const;
    const subject = `settlement:${settlement_id}:${id}`;
    if (await needsSecondOperator(trx, services, act)) {
      const params = { settlement_event_id: id, ...sums, reason };
      await askSecondOperator(trx, services, { ...act, subject, params });
      return "waiting";
    }
    await recordActAlone(trx, services, { ...act, subject });
    await take(trx, services, event, given);
    return "taken";
  });
}

/** The same once a second operator has approved it; "gone" when it is not possible any more. */
export async function takeOutsideApproved(
  trx: Transaction<DB>,
  services: Services,
  given: { event_id: string; operator_id: string; reason: string },
): Promise<"taken" | "gone"> {
  const event = await lockOutside(trx, given.event_id, services.clock());
  if (event === "gone" || event === "not_known") return "gone";
  await take(trx, services, event, given);
  return "taken";
}

/** Whether operators may take in what an exception is about: it is beyond the bounds, and our books know it. */
export async function isOutside(
  db: Kysely<DB>,
  { reason, event_id }: { reason: string; event_id: string },
  now: Date,
): Promise<boolean> {
  if (reason === "not_at_bank" || reason === "other_facts" || reason === "told_twice") return false;
  if (isBeyondBounds(reason)) return true;
  return await db
    .transaction()
    .execute(async (trx) => typeof (await lockOutside(trx, event_id, now)) !== "string");
}

async function lockOutside(
  trx: Transaction<DB>,
  id: string,
  now: Date,
): Promise<KeptEvent | "gone" | "not_known"> {
  const named = await keptEvents(trx).where("e.id", "=", id).executeTakeFirst();
  if (!named) return "gone";
  const { provider } = named;
  const events = await lockWaiting(trx, provider, [id]);
  if (events.length === 0) return "gone";
  const [event] = await judgeAgain(trx, { provider, events, now, isBounded: false });
  return event ?? "not_known";
}

async function take(
  trx: Transaction<DB>,
  services: Services,
  event: KeptEvent,
  { operator_id, reason }: { operator_id: string; reason: string },
): Promise<void> {
  await recordTaken(trx, services, event, { operator_id, reason });
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "settlement.event_taken", now: services.clock() },
    subject: `settlement:${event.settlement_id}`,
    before: null,
    after: { event: event.id, currency: event.currency, amount_minor: postedOf(event), reason },
  });
}
