import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { post } from "../../ledger/post.server.ts";
import { eventPosted } from "../../ledger/rules/posting-rules.ts";
import { isOfBank, type SettledEvent } from "../provider-port.ts";
import { findBoundFacts } from "./bound-facts.server.ts";
import { judgeEvents, sumsByCurrency } from "./judge-events.ts";
import { findOurBooks } from "./known-events.server.ts";
import { boundEvents } from "./settlement-bounds.ts";
import { transferOf, waitForBank } from "./settlement-records.server.ts";

interface ActServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

export type StoredEvent = SettledEvent & Record<"id" | "provider" | "settlement_id" | "occurred_on", string>;

const DAY_MS = 86_400_000;

/** They end when our books learn of it. */
const MAY_BE_KNOWN = [
  ...(["unknown_payment", "unknown_refund", "unknown_dispute"] as const),
  ...(["payment_state", "refund_state", "dispute_state", "amount", "currency"] as const),
  ...(["fee_not_kept", "not_held"] as const),
];

export const mayBeKnown = (reason: string) => MAY_BE_KNOWN.some((each) => each === reason);

/**
 * What our books know by now is posted once. Later than payments wait for a settlement, an operator asks.
 * Returns the number taken, and failures.
 */
export async function retryExceptions(
  services: ActServices,
): Promise<{ taken: number; failed: { key: string; error: string }[] }> {
  const now = services.clock();
  const since = new Date(now.getTime() - productRules.settlement.unnamed_days.upto * DAY_MS);
  const waiting = await services.db
    .selectFrom("settlement_exceptions as x")
    .innerJoin("settlement_events as e", "e.id", "x.event_id")
    .select(["x.event_id", "e.provider"])
    .where("x.settled_at", "is", null)
    .where("x.said", "is", null)
    .where("x.reason", "in", MAY_BE_KNOWN)
    .where("x.opened_at", ">=", since)
    .orderBy("x.opened_at")
    .orderBy("x.id")
    .execute();
  const failed: { key: string; error: string }[] = [];
  let taken = 0;
  /** One failure does not stop the others. */
  const take = async (provider: string, ids: readonly string[]): Promise<void> => {
    try {
      taken += await services.db.transaction().execute((trx) => takeIn(trx, services, { provider, ids }));
    } catch (error) {
      if (ids.length === 1) failed.push({ key: ids.join(), error: String(error) });
      else for (const id of ids) await take(provider, [id]);
    }
  };
  for (const [provider, rows] of Map.groupBy(waiting, (row) => row.provider)) {
    const ids = rows.map(({ event_id }) => event_id);
    for (let start = 0; start < ids.length; start += AT_ONCE)
      await take(provider, ids.slice(start, start + AT_ONCE));
  }
  return { taken, failed };
}

const AT_ONCE = 500;

/** One, of any age, settled or not. */
export async function retryException(
  services: ActServices,
  { id, operator_id }: { id: string; operator_id: string },
): Promise<"taken" | "not_known" | "gone"> {
  const now = services.clock();
  return await services.db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("settlement_exceptions as x")
      .innerJoin("settlement_events as e", "e.id", "x.event_id")
      .select(["x.event_id", "x.reason", "e.provider", "e.settlement_id"])
      .where("x.id", "=", id)
      .where("x.said", "is", null)
      .where("x.reason", "in", MAY_BE_KNOWN)
      .executeTakeFirst();
    if (!found) return "gone";
    const { event_id, provider } = found;
    if ((await takeIn(trx, services, { provider, ids: [event_id], operator_id })) === 0)
      return (await hasAct(trx, event_id, "TAKEN")) ? "gone" : "not_known";
    await writeAudit(trx, {
      ...{ actor_id: operator_id, action: "settlement.event_taken", now },
      subject: `settlement:${found.settlement_id}`,
      before: { exception: id, reason: found.reason },
      after: { event: event_id },
    });
    return "taken";
  });
}

/** Concurrent calls take each once. */
async function takeIn(
  trx: Transaction<DB>,
  services: ActServices,
  given: { provider: string; ids: readonly string[]; operator_id?: string },
): Promise<number> {
  const { provider, operator_id = null } = given;
  const events = await lockWaiting(trx, provider, given.ids);
  const known = await judgeAgain(trx, { provider, events, now: services.clock(), isBounded: true });
  for (const event of known) await recordTaken(trx, services, event, { operator_id, reason: null });
  return known.length;
}

/** With its provider's files locked. */
export async function lockWaiting(
  trx: Transaction<DB>,
  provider: string,
  ids: readonly string[],
): Promise<StoredEvent[]> {
  await lockProviderFiles(trx, provider);
  const events = await storedEvents(trx)
    .where(sql<boolean>`e.id = any(${[...ids]}::uuid[])`)
    .where("e.outcome", "=", "EXCEPTION")
    .where(sql<boolean>`not exists (
      select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN')`)
    .orderBy("e.id")
    .execute();
  if (events.some(({ kind }) => isOfBank(kind))) await lockBankFiles(trx);
  return events;
}

/** Within the bounds or, with two operators, beyond. */
export async function judgeAgain(
  trx: Transaction<DB>,
  given: { provider: string; events: readonly StoredEvent[]; now: Date; isBounded: boolean },
): Promise<StoredEvent[]> {
  const { provider, events, now, isBounded } = given;
  if (events.length === 0) return [];
  const books = { ...(await findOurBooks(trx, provider, events)), reported: new Map() };
  const judged = judgeEvents(events, books);
  const bounded = isBounded
    ? boundEvents(judged, await findBoundFacts(trx, { provider, events, books, now }))
    : judged;
  const byName = new Map(events.map((event) => [event.event_ref, event]));
  return bounded.flatMap(({ event, judgement }) =>
    judgement.outcome === "TAKEN" ? (byName.get(event.event_ref) ?? []) : [],
  );
}

/** A transfer or collection then waits for our bank alone. */
export async function recordTaken(
  trx: Transaction<DB>,
  services: Pick<ActServices, "clock" | "newId">,
  event: StoredEvent,
  by: { operator_id: string | null; reason: string | null },
): Promise<void> {
  const now = services.clock();
  await recordAct(trx, event, { act: "TAKEN", ...by, now });
  const { currency, payment_ref, settlement_id, provider } = event;
  if (event.kind === "PAYMENT" && payment_ref !== null)
    await trx
      .insertInto("settlement_rows")
      .values({ provider, currency, reference: payment_ref, settlement_id })
      .execute();
  await trx
    .updateTable("settlement_exceptions")
    .set({ settled_at: now })
    .where("event_id", "=", event.id)
    .where("said", "is", null)
    .where("settled_at", "is", null)
    .execute();
  if (isOfBank(event.kind)) await waitForBank(trx, services, [transferOf(event)]);
}

export async function recordAct(
  trx: Transaction<DB>,
  event: StoredEvent,
  given: { act: "TAKEN" | "REVERSED"; operator_id: string | null; reason: string | null; now: Date },
): Promise<void> {
  const { act, operator_id, reason, now } = given;
  await trx
    .insertInto("settlement_event_acts")
    .values({ event_id: event.id, act, operator_id, reason, acted_at: now })
    .execute();
  const sums = [...sumsByCurrency([event])];
  await post(
    trx,
    sums.map(([currency, sum]) => eventPosted(act, event, { currency, ...sum }, now)),
    now,
  );
}

export async function lockProviderFiles(trx: Transaction<DB>, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settlements ${provider}`}, 0))`.execute(trx);
}

/** Also excludes bank files, for transfers. */
export async function lockBankFiles(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank-statements'))`.execute(trx);
}

export const lastWait = (exception: "x.id", event: "e.id") => sql<boolean>`
  ${sql.ref(exception)} = (select w.id from settlement_exceptions w where w.event_id = ${sql.ref(event)} and w.said is null
    order by w.reason = 'not_at_bank' desc limit 1)`;

export function storedEvents(db: Kysely<DB>) {
  return db
    .selectFrom("settlement_events as e")
    .select([
      "e.id",
      "e.provider",
      "e.settlement_id",
      "e.event_ref",
      "e.kind",
      "e.payment_ref",
      "e.reference",
    ])
    .select(["e.currency", "e.gross_minor", "e.fee_minor", "e.other_currency", "e.other_minor"])
    .select(["e.occurred_on", "e.reaches_bank"]);
}

export async function hasAct(db: Kysely<DB>, eventId: string, act: "TAKEN" | "REVERSED"): Promise<boolean> {
  const found = await db
    .selectFrom("settlement_event_acts")
    .select("event_id")
    .where("event_id", "=", eventId)
    .where("act", "=", act)
    .executeTakeFirst();
  return found !== undefined;
}
