import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { businessDate } from "../../calendar.ts";
import { euroValue } from "../../exchange-rates/rates.server.ts";
import { post } from "../../ledger/post.server.ts";
import { eventPosted } from "../../ledger/rules/posting-rules.ts";
import { type Minor, minor } from "../../money/minor.ts";
import { type SecondOperatorRule, waitsForSecondOperator } from "../../operator-acts/operator-acts.server.ts";
import { isOfBank, type SettledEvent } from "../provider-port.ts";
import { isBeyondBounds, judgeEvents, sumsByCurrency } from "./judge-events.ts";
import { findOurBooks } from "./known-events.server.ts";
import { boundEvents, findBoundFacts } from "./settlement-bounds.server.ts";
import { transferOf, waitForBank } from "./settlement-records.server.ts";

interface ActServices {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

type StoredEvent = SettledEvent & Record<"id" | "provider" | "settlement_id" | "occurred_on", string>;

const DAY_MS = 86_400_000;

const MAY_BE_KNOWN = [
  ...(["unknown_payment", "unknown_refund", "unknown_dispute", "unknown_share"] as const),
  ...(["payment_state", "refund_state", "dispute_state", "amount", "currency"] as const),
  ...(["fee_not_kept", "not_held"] as const),
];

export const mayBeKnown = (reason: string) => MAY_BE_KNOWN.some((each) => each === reason);

/**
 * What our books know by now is posted once. Later than payments wait for settlements, an operator asks.
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

async function lockWaiting(
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

async function judgeAgain(
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
async function recordTaken(
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

async function recordAct(
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

function storedEvents(db: Kysely<DB>) {
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

async function hasAct(db: Kysely<DB>, eventId: string, act: "TAKEN" | "REVERSED"): Promise<boolean> {
  const found = await db
    .selectFrom("settlement_event_acts")
    .select("event_id")
    .where("event_id", "=", eventId)
    .where("act", "=", act)
    .executeTakeFirst();
  return found !== undefined;
}

interface Reversal {
  event_id: string;
  operator_id: string;
  reason: string;
}

/** Whole and once, by two operators. Money at our bank stays (docs/product.md, 6.12). */
export async function reverseEvent(
  services: SecondOperatorRule & { db: Kysely<DB>; clock: () => Date; newId: () => string },
  given: Reversal,
): Promise<"waiting" | "reversed" | "gone"> {
  const now = services.clock();
  const { operator_id, event_id, reason } = given;
  return await services.db.transaction().execute(async (trx) => {
    const event = await lockReversible(trx, event_id);
    if (!event) return "gone";
    const { worth_eur_minor, sums } = await sumsOfAct(trx, event, now);
    const subject = `settlement:${event.settlement_id}:${event_id}`;
    const waits = await waitsForSecondOperator(trx, services, {
      ...{ kind: "SETTLEMENT_REVERSED", operator_id, worth_eur_minor, subject, now },
      params: { settlement_event_id: event_id, ...sums, reason },
    });
    if (waits) return "waiting";
    return await reverseIn(trx, event, { operator_id, reason, now });
  });
}

export async function reverseEventApproved(
  trx: Transaction<DB>,
  given: Reversal & { now: Date },
): Promise<"reversed" | "gone"> {
  const event = await lockReversible(trx, given.event_id);
  return event ? await reverseIn(trx, event, given) : "gone";
}

async function reverseIn(
  trx: Transaction<DB>,
  event: StoredEvent,
  { operator_id, reason, now }: { operator_id: string; reason: string; now: Date },
): Promise<"reversed"> {
  await recordAct(trx, event, { act: "REVERSED", operator_id, reason, now });
  await trx
    .updateTable("settlement_exceptions")
    .set({ settled_at: now })
    .where("event_id", "=", event.id)
    .where("reason", "=", "not_at_bank")
    .where("settled_at", "is", null)
    .execute();
  await writeAudit(trx, {
    ...{ actor_id: operator_id, action: "settlement.event_reversed", now },
    subject: `settlement:${event.settlement_id}`,
    before: { event: event.id, currency: event.currency, amount_minor: postedOf(event) },
    after: { reason },
  });
  return "reversed";
}

async function lockReversible(trx: Transaction<DB>, id: string): Promise<StoredEvent | null> {
  const event = await storedEvents(trx).where("e.id", "=", id).executeTakeFirst();
  if (!event) return null;
  await lockProviderFiles(trx, event.provider);
  if (isOfBank(event.kind)) await lockBankFiles(trx);
  return (await isReversible(trx, event)) ? event : null;
}

/** The whole amount is posted; for others the fee. */
const POSTED: readonly string[] = [
  ...["FEE", "FEE_RETURNED", "CHARGEBACK_FEE", "CHARGEBACK_FEE_RETURNED"],
  ...["CONVERSION", "TRANSFER", "COLLECTION"],
];

function postedOf({
  kind,
  gross_minor,
  fee_minor,
}: Pick<StoredEvent, "kind" | "gross_minor" | "fee_minor">): Minor {
  return minor(POSTED.includes(kind) ? gross_minor : fee_minor);
}

/** Both currencies of a conversion; worth in cents of EUR. */
async function sumsOfAct(
  trx: Transaction<DB>,
  event: StoredEvent,
  now: Date,
): Promise<{ worth_eur_minor: Minor; sums: Record<string, string | number> }> {
  const { currency, other_currency, other_minor } = event;
  const amount_minor = postedOf(event);
  const day = businessDate(now);
  const worth_eur_minor = await euroValue(trx, amount_minor, currency, day);
  if (other_currency === null || other_minor === null)
    return { worth_eur_minor, sums: { currency, amount_minor } };
  const other = await euroValue(trx, other_minor, other_currency, day);
  return {
    worth_eur_minor: minor(Math.max(worth_eur_minor, other)),
    sums: { currency, amount_minor, other_currency, other_minor },
  };
}

async function isReversible(db: Kysely<DB>, event: StoredEvent): Promise<boolean> {
  if (postedOf(event) === 0 || (event.reaches_bank && event.kind === "PAYMENT")) return false;
  if (await hasAct(db, event.id, "REVERSED")) return false;
  const { rows } = await sql<{ is_posted: boolean; is_at_bank: boolean }>`
    select e.outcome = 'TAKEN' or exists (
        select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN') as is_posted,
      exists (select from settlement_exceptions x where x.event_id = e.id and x.entry_id is not null)
        or exists (select from bank_entries b where b.transfer_id = e.id and b.outcome <> 'EXCEPTION') as is_at_bank
    from settlement_events e where e.id = ${event.id}`.execute(db);
  return rows[0]?.is_posted === true && !rows[0].is_at_bank;
}

interface SettlementEventFacts extends StoredEvent {
  outcome: Selectable<DB["settlement_events"]>["outcome"];
  acts: { act: "TAKEN" | "REVERSED"; acted_at: Date; operator: string | null; reason: string | null }[];
  exception_id: string | null;
  is_reversible: boolean;
}

export async function findSettlementEvent(db: Kysely<DB>, id: string): Promise<SettlementEventFacts | null> {
  const event = await storedEvents(db)
    .leftJoin("settlement_exceptions as x", (join) => join.on(lastWait("x.id", "e.id")))
    .select(["e.outcome", "x.id as exception_id"])
    .where("e.id", "=", id)
    .executeTakeFirst();
  if (!event) return null;
  const acts = await db
    .selectFrom("settlement_event_acts as l")
    .leftJoin("users as u", "u.id", "l.operator_id")
    .select(["l.act", "l.acted_at", "l.reason", "u.email as operator"])
    .where("l.event_id", "=", id)
    .orderBy("l.acted_at")
    .orderBy("l.act", "desc")
    .execute();
  return { ...event, acts, is_reversible: await isReversible(db, event) };
}

interface Services {
  db: Kysely<DB>;
  clock: () => Date;
  newId: () => string;
}

/** By a second operator who did not read the file. "not_known" to our books (docs/product.md, 6.12). */
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
    const subject = `settlement:${settlement_id}:${id}`;
    const waits = await waitsForSecondOperator(trx, services, {
      ...{ kind: "SETTLEMENT_TAKEN", operator_id, worth_eur_minor, subject, now },
      params: { settlement_event_id: id, ...sums, reason },
    });
    if (waits) return "waiting";
    await take(trx, services, event, given);
    return "taken";
  });
}

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
): Promise<StoredEvent | "gone" | "not_known"> {
  const named = await storedEvents(trx).where("e.id", "=", id).executeTakeFirst();
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
  event: StoredEvent,
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
