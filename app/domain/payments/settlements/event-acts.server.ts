import { type Kysely, sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { writeAudit } from "../../audit/audit.server.ts";
import { post } from "../../ledger/ledger.server.ts";
import { eventPosted } from "../../ledger/rules/posting-rules.ts";
import type { SettledEvent } from "../provider-port.ts";
import { judgeEvents, sumsByCurrency } from "./judge-events.ts";
import { findOurBooks } from "./known-events.server.ts";

/** An event as it is kept. */
export type KeptEvent = SettledEvent & Record<"id" | "provider" | "settlement_id" | "occurred_on", string>;

const DAY_MS = 86_400_000;

/** Reasons that end when our books come to know what a file said before them. */
const MAY_BE_KNOWN = [
  ...(["unknown_payment", "unknown_refund", "unknown_dispute"] as const),
  ...(["payment_state", "refund_state", "dispute_state", "amount", "currency"] as const),
];

/** Whether an exception of this reason may end that way. */
export const mayBeKnown = (reason: string) => MAY_BE_KNOWN.some((each) => each === reason);

/**
 * Judges once more what waits because our books did not know it, or knew it otherwise, when a provider's file told of it.
 * What they know by now is taken in and posted, once, and no longer waits. Looks at what has waited for so long at most as
 * payments wait for a settlement; later an operator asks for it. Returns how many were taken in, and what failed.
 */
export async function retryExceptions(services: {
  db: Kysely<DB>;
  clock: () => Date;
}): Promise<{ taken: number; failed: { key: string; error: string }[] }> {
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
  /** Of many, one that cannot be taken in keeps no other from it. */
  const take = async (provider: string, ids: readonly string[]): Promise<void> => {
    try {
      taken += await services.db.transaction().execute((trx) => takeIn(trx, { provider, ids, now }));
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

/** An operator asks for the same of one exception, however long it has waited, and whether or not somebody settled it. */
export async function retryException(
  services: { db: Kysely<DB>; clock: () => Date },
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
    if ((await takeIn(trx, { provider, ids: [event_id], now, operator_id })) === 0)
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

/** Takes in those of these exceptions that our books know by now; returns how many. Two at once take each once. */
async function takeIn(
  trx: Transaction<DB>,
  given: { provider: string; ids: readonly string[]; now: Date; operator_id?: string },
): Promise<number> {
  const { provider, now, operator_id = null } = given;
  await lockProviderFiles(trx, provider);
  const events = await keptEvents(trx)
    .where(sql<boolean>`e.id = any(${[...given.ids]}::uuid[])`)
    .where("e.outcome", "=", "EXCEPTION")
    .where(sql<boolean>`not exists (
      select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN')`)
    .orderBy("e.id")
    .execute();
  if (events.length === 0) return 0;
  // They were told before; what they say is judged as if they came today.
  const books = { ...(await findOurBooks(trx, provider, events)), told: new Map() };
  const byName = new Map(events.map((event) => [event.event_ref, event]));
  const known = judgeEvents(events, books).flatMap(({ event, judgement }) =>
    judgement.outcome === "TAKEN" ? (byName.get(event.event_ref) ?? []) : [],
  );
  for (const event of known) {
    await recordAct(trx, event, { act: "TAKEN", operator_id, reason: null, now });
    const { currency, payment_ref, settlement_id } = event;
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
  }
  return known.length;
}

/** Puts down what became of an event, and posts it. */
export async function recordAct(
  trx: Transaction<DB>,
  event: KeptEvent,
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

/** One file, or act about one, of a provider after the other. */
export async function lockProviderFiles(trx: Transaction<DB>, provider: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settlements ${provider}`}, 0))`.execute(trx);
}

/** And none of the bank at the same time as what is about transfers to it. */
export async function lockBankFiles(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank-statements'))`.execute(trx);
}

export function keptEvents(db: Kysely<DB>) {
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
