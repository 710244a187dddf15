import { sql, type Transaction } from "kysely";
import type { DB } from "../../../../db/schema.ts";
import { isOfBank, type SettledEvent } from "../provider-port.ts";
import { FACTS, type Facts, type Judgement } from "./judge-events.ts";
import { saidSchema } from "./settlement.schema.ts";
import { directionOf, isMissingFrom, type OpenBooking, pairBookings, type Transfer } from "./transfers.ts";

/** By name, or amount where only one of each fits. The caller locks the bank's files. */
async function findBankBookings(
  trx: Transaction<DB>,
  transfers: readonly Transfer[],
): Promise<Map<string, string>> {
  if (transfers.length === 0) return new Map();
  const { rows } = await sql<
    Omit<OpenBooking, "texts"> & Record<"end_to_end_ref" | "bank_ref" | "words", string | null>
  >`
    select e.id, e.direction, e.currency, e.amount_minor, e.booked_on, e.end_to_end_ref, e.bank_ref, e.words,
      x.settled_at is null as is_open
    from bank_entries e join bank_exceptions x on x.entry_id = e.id
    where e.outcome = 'EXCEPTION' and not e.is_return and x.reason = 'unknown'
      and x.transfer_id is null and num_nonnulls(e.payout_id, e.batch_id, e.settlement_id) = 0
      and (e.direction, e.currency, e.amount_minor) in (
        select t.direction, t.currency, t.amount_minor
        from jsonb_to_recordset(${JSON.stringify(transfers)}::jsonb)
          as t (direction text, currency char(3), amount_minor bigint)
      )
      and not exists (select from settlement_exceptions s where s.entry_id = e.id)
    order by e.booked_on, e.id`.execute(trx);
  const bookings: OpenBooking[] = rows.map(({ end_to_end_ref, bank_ref, words, ...row }) => ({
    ...row,
    texts: [end_to_end_ref, bank_ref, words],
  }));
  return pairBookings(transfers, bookings);
}

export interface JudgedEvent {
  event_id: string;
  is_new: boolean;
  event: SettledEvent;
  judgement: Judgement;
}

interface WrittenFile {
  id: string;
  provider: string;
  today: string;
}

/** Each contradiction once, whichever file it comes in. */
export async function findNewContradictions(
  trx: Transaction<DB>,
  judged: readonly JudgedEvent[],
): Promise<JudgedEvent[]> {
  const others = judged.filter(({ is_new, judgement }) => !is_new && judgement.outcome === "EXCEPTION");
  if (others.length === 0) return [];
  const rows = await trx
    .selectFrom("settlement_exceptions")
    .select(["event_id", "said"])
    .where(sql<boolean>`event_id = any(${others.map(({ event_id }) => event_id)}::uuid[])`)
    .where("said", "is not", null)
    .execute();
  const keyOf = (eventId: string, event: Facts) =>
    JSON.stringify([eventId, ...FACTS.map((fact) => event[fact])]);
  const known = new Set(rows.map(({ event_id, said }) => keyOf(event_id, saidSchema.parse(said))));
  return others.filter(({ event_id, event }) => {
    const key = keyOf(event_id, event);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}

export async function writeEvents(
  trx: Transaction<DB>,
  file: WrittenFile,
  fresh: readonly JudgedEvent[],
): Promise<void> {
  const rows = fresh.map(({ event_id, event, judgement }) => ({
    ...event,
    id: event_id,
    occurred_on: event.occurred_on ?? file.today,
    outcome: judgement.outcome,
  }));
  await sql`
    insert into settlement_events (id, settlement_id, provider, event_ref, kind, payment_ref, reference, currency,
      gross_minor, fee_minor, other_currency, other_minor, occurred_on, reaches_bank, outcome)
    select id, ${file.id}::uuid, ${file.provider}, event_ref, kind, payment_ref, reference, currency,
      gross_minor, fee_minor, other_currency, other_minor, occurred_on, reaches_bank, outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, event_ref text, kind text, payment_ref text,
      reference text, currency text, gross_minor bigint, fee_minor bigint, other_currency text, other_minor bigint,
      occurred_on date, reaches_bank boolean, outcome text)`.execute(trx);
  await sql`
    insert into settlement_rows (provider, currency, reference, settlement_id)
    select provider, currency, payment_ref, settlement_id from settlement_events
    where settlement_id = ${file.id}::uuid and kind = 'PAYMENT' and outcome = 'TAKEN'`.execute(trx);
}

/**
 * A transfer waits for our bank; a booking that already came settles both. Returns the number for operators.
 */
export async function writeExceptions(
  trx: Transaction<DB>,
  services: { clock: () => Date; newId: () => string },
  file: WrittenFile,
  events: readonly JudgedEvent[],
): Promise<number> {
  const now = services.clock();
  const waiting = events.flatMap((each) => {
    const { event_id, event, judgement, is_new } = each;
    if (judgement.outcome !== "EXCEPTION") return [];
    const { reason, known } = judgement;
    const said = is_new ? null : JSON.stringify(Object.fromEntries(FACTS.map((fact) => [fact, event[fact]])));
    return [{ event_id, reason, known, said, opened_at: now }];
  });
  const rows = waiting.map(({ known, ...row }) => ({
    ...row,
    ...{ id: services.newId(), settlement_id: file.id },
    ...{ known_minor: known?.minor ?? null, known_currency: known?.currency ?? null },
  }));
  for (let start = 0; start < rows.length; start += 1_000)
    await trx
      .insertInto("settlement_exceptions")
      .values(rows.slice(start, start + 1_000))
      .execute();
  const taken = events.filter(
    ({ event, judgement }) => isOfBank(event.kind) && judgement.outcome === "TAKEN",
  );
  await waitForBank(
    trx,
    services,
    taken.map(({ event_id, event }) =>
      transferOf({
        ...event,
        ...{ id: event_id, settlement_id: file.id, occurred_on: event.occurred_on ?? file.today },
      }),
    ),
  );
  return waiting.length;
}

/** Unless our bank reported them already. */
export async function waitForBank(
  trx: Transaction<DB>,
  services: { clock: () => Date; newId: () => string },
  transfers: readonly Transfer[],
): Promise<void> {
  const now = services.clock();
  const bookings = await findBankBookings(trx, transfers);
  const rows = transfers.map(({ id: event_id, settlement_id, occurred_on }) => {
    const entry_id = bookings.get(event_id) ?? null;
    return {
      ...{ id: services.newId(), settlement_id, event_id, reason: "not_at_bank" as const, entry_id },
      ...{ settled_at: entry_id && now, opened_at: isMissingFrom(occurred_on) },
    };
  });
  for (let start = 0; start < rows.length; start += 1_000)
    await trx
      .insertInto("settlement_exceptions")
      .values(rows.slice(start, start + 1_000))
      .execute();
  for (const [event_id, entry_id] of bookings)
    await trx
      .updateTable("bank_exceptions")
      .set({ transfer_id: event_id, settled_at: now })
      .where("entry_id", "=", entry_id)
      .where("settled_at", "is", null)
      .execute();
}

export function transferOf(
  event: Pick<SettledEvent, "kind" | "reference" | "event_ref" | "currency" | "gross_minor"> &
    Record<"id" | "settlement_id" | "occurred_on", string>,
): Transfer {
  const { id, settlement_id, currency, gross_minor, occurred_on } = event;
  return {
    ...{ id, settlement_id, currency, amount_minor: gross_minor, occurred_on },
    ...{ reference: event.reference ?? event.event_ref, direction: directionOf(event.kind) },
  };
}
