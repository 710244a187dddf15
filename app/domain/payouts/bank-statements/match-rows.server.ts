import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../../db/schema.ts";
import { productRules } from "../../../product-rules.ts";
import { minor } from "../../money/minor.ts";
import { lockActsAbout } from "../../operator-acts/operator-acts.server.ts";
import {
  type Booking,
  directionOf,
  isSameMoney,
  type Money,
  mayBe,
  type Transfer,
  wordsOf,
} from "../../payments/settlements/transfers.ts";
import { lockCreators } from "../../users/user.server.ts";
import { idOfReference } from "../bank-files/bank-results.server.ts";
import type { PayoutTransition } from "../batches/transitions.server.ts";
import { maskedDestination } from "../destinations/payout-data.schema.ts";
import type { ReadRow, ReadStatement } from "./camt.ts";

async function findTransfers(trx: Transaction<DB>, rows: readonly ReadRow[]): Promise<Transfer[]> {
  const bookings = rows.filter((row) => !row.is_return).map(bookingOf);
  if (bookings.length === 0) return [];
  const words = [...new Set(bookings.flatMap(({ texts }) => wordsOf(texts)))];
  const amounts = bookings.map(({ currency, amount_minor }) => ({ currency, amount_minor }));
  const { rows: found } = await sql<Omit<Transfer, "direction"> & { kind: string }>`
    select e.id, e.kind, e.settlement_id, e.reference, e.currency, e.gross_minor as amount_minor, e.occurred_on
    from settlement_events e
    where e.kind in ('TRANSFER', 'COLLECTION') and (e.outcome = 'TAKEN' or exists (
      select from settlement_event_acts l where l.event_id = e.id and l.act = 'TAKEN'))
    and not exists (select from settlement_event_acts l where l.event_id = e.id and l.act = 'REVERSED')
    and e.id in (
      select id from settlement_events where kind in ('TRANSFER', 'COLLECTION') and lower(reference) = any(${words}::text[])
      union
      select t.id
      from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as a (currency char(3), amount_minor bigint)
      join settlement_events t on t.kind in ('TRANSFER', 'COLLECTION')
        and t.currency = a.currency and t.gross_minor = a.amount_minor
    )
    order by e.occurred_on, e.id`.execute(trx);
  return found.map(({ kind, amount_minor, ...transfer }) => ({
    ...transfer,
    ...{ direction: directionOf(kind), amount_minor: minor(amount_minor) },
  }));
}

export async function endWaiting(
  trx: Transaction<DB>,
  { transfer_id, entry_id, now }: { transfer_id: string; entry_id: string; now: Date },
): Promise<void> {
  await trx
    .updateTable("settlement_exceptions")
    .set({ settled_at: now, entry_id })
    .where("event_id", "=", transfer_id)
    .where("reason", "=", "not_at_bank")
    .where("settled_at", "is", null)
    .execute();
}

/**
 * Locks all that these ids may move, in both directions, since no creator's lock may follow a balance's
 * (docs/money.md, 6).
 */
export async function lockKnown(trx: Transaction<DB>, rows: readonly ReadRow[]): Promise<Known> {
  const ids = [...new Set(rows.flatMap(idsIn))];
  const transfers = await findTransfers(trx, rows);
  const whole = await trx
    .selectFrom("payouts")
    .select(["id", "creator_id", "batch_id"])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[]) or batch_id = any(${[...ids]}::uuid[])`)
    .execute();
  const payoutIds = whole.map(({ id }) => id);
  const batchIds = [...new Set([...whole.flatMap(({ batch_id }) => batch_id ?? []), ...ids])];
  await lockActsAbout(trx, [
    ...payoutIds.map((id) => `payout:${id}`),
    ...batchIds.map((id) => `payout_batch:${id}`),
  ]);
  await lockCreators(
    trx,
    whole.map(({ creator_id }) => creator_id),
  );
  const batches = await trx
    .selectFrom("payout_batches")
    .select(["id", "currency", "file_total_minor", "released_at"])
    .where(sql<boolean>`id = any(${batchIds}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  const released = new Set(batches.flatMap(({ id, released_at }) => (released_at === null ? [] : [id])));
  const payouts = await lockPayouts(trx, payoutIds, released);
  return {
    payouts,
    payouts_by_batch: Map.groupBy(payouts.values(), ({ batch_id }) => batch_id),
    batches: new Map(batches.map((batch) => [batch.id, batch])),
    settlements: await settlementsOf(trx, ids),
    transfers: new TransferIndex(transfers),
    reported: await reportedOf(trx, { payoutIds, batchIds, settlementIds: ids, transfers }),
  };
}

async function lockPayouts(
  trx: Transaction<DB>,
  ids: readonly string[],
  released: ReadonlySet<string>,
): Promise<Map<string, KnownPayout>> {
  const rows = await trx
    .selectFrom("payouts as p")
    .innerJoin("payout_destinations as d", "d.id", "p.details_id")
    .select(["p.id", "p.status", "p.paid_at", "p.net_minor", "p.currency", "p.batch_id", "p.method"])
    .select("p.return_reported_at")
    .select(["d.masked_account", "d.bank_country"])
    .where(sql<boolean>`p.id = any(${[...ids]}::uuid[])`)
    .orderBy("p.id")
    .forUpdate("p")
    .execute();
  return new Map(
    rows.map(({ status, paid_at, return_reported_at, ...row }) => [
      row.id,
      {
        ...row,
        state: status === "FAILED" && paid_at !== null ? "BOUNCED" : status,
        is_reported: return_reported_at !== null,
        masked_account: maskedDestination(row.method, row),
        is_released: row.batch_id !== null && released.has(row.batch_id),
      },
    ]),
  );
}

const totals = z.record(
  z.string(),
  z.object({ gross_minor: z.int(), fee_minor: z.int(), bank_minor: z.int().optional() }),
);

async function settlementsOf(trx: Transaction<DB>, ids: readonly string[]): Promise<Known["settlements"]> {
  const rows = await trx
    .selectFrom("settlements")
    .select(["id", "totals"])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, totals: sums }) => {
      const net = Object.entries(totals.parse(sums)).map(([currency, sum]) => [
        currency,
        sum.bank_minor ?? sum.gross_minor - sum.fee_minor,
      ]);
      return [id, { id, net_minor: Object.fromEntries(net) }];
    }),
  );
}

async function reportedOf(
  trx: Transaction<DB>,
  about: {
    payoutIds: readonly string[];
    batchIds: readonly string[];
    settlementIds: readonly string[];
    transfers: readonly Transfer[];
  },
): Promise<ReportedBookings> {
  const { payoutIds, batchIds, settlementIds } = about;
  const transferIds = about.transfers.map(({ id }) => id);
  const reported = new ReportedBookings();
  const rows = await trx
    .selectFrom("bank_entries as e")
    .innerJoin("bank_statements as s", "s.id", "e.statement_id")
    .leftJoin("payouts as p", "p.batch_id", "e.batch_id")
    .leftJoin("settlement_exceptions as x", "x.entry_id", "e.id")
    .select(["s.kind", "e.direction", "e.bank_ref", "e.currency", "e.payout_id", "e.batch_id"])
    .select(["e.settlement_id", "e.transfer_id", "x.event_id", "p.id as part_id"])
    .where(
      sql<boolean>`(e.payout_id = any(${[...payoutIds]}::uuid[]) or e.batch_id = any(${[...batchIds]}::uuid[])
        or e.settlement_id = any(${[...settlementIds]}::uuid[])
        or e.transfer_id = any(${transferIds}::uuid[]) or x.event_id = any(${transferIds}::uuid[]))`,
    )
    .where((eb) => eb.or([eb("e.outcome", "<>", "EXCEPTION"), eb("x.event_id", "is not", null)]))
    .execute();
  for (const { kind, direction, bank_ref, transfer_id, event_id, ...row } of rows) {
    const transfer = transfer_id ?? event_id;
    const settled = row.settlement_id === null || transfer ? null : `${row.settlement_id}:${row.currency}`;
    for (const thing of [row.payout_id, row.batch_id, row.part_id, settled, transfer])
      if (thing !== null) reported.add(thing, kind, direction, bank_ref);
  }
  return reported;
}

type Kind = ReadStatement["kind"];
type Direction = ReadRow["direction"];

/** By kind of file, direction and booking reference. */
export class ReportedBookings {
  readonly #refs = new Map<string, Set<string | null>>();
  readonly #things = new Map<string, Set<string>>();
  readonly #directions = new Set<string>();
  /** No booking repeats within a statement, whatever its reference. */
  readonly #here = new Set<string>();

  beginStatement(): void {
    this.#here.clear();
  }

  add(thing: string, kind: Kind, direction: Direction, bankRef: string | null): void {
    const key = `${thing} ${kind} ${direction}`;
    this.#here.add(key);
    this.#refs.set(key, (this.#refs.get(key) ?? new Set()).add(bankRef));
    const name = `${kind} ${direction} ${bankRef}`;
    this.#things.set(name, (this.#things.get(name) ?? new Set()).add(thing));
    this.#directions.add(`${thing} ${direction}`);
  }

  /** "before": this booking was reported; "twice": another one. */
  isIn(thing: string, kind: Kind, direction: Direction, bankRef: string | null): "no" | "before" | "twice" {
    const key = `${thing} ${kind} ${direction}`;
    const refs = this.#refs.get(key);
    if (!refs) return "no";
    return !this.#here.has(key) && bankRef !== null && refs.has(bankRef) ? "before" : "twice";
  }

  thingsNamed(kind: Kind, direction: Direction, bankRef: string | null): string[] {
    return bankRef === null ? [] : [...(this.#things.get(`${kind} ${direction} ${bankRef}`) ?? [])];
  }

  has(thing: string, direction: Direction): boolean {
    return this.#directions.has(`${thing} ${direction}`);
  }
}

const DAY_MS = 86_400_000;

/** Linear cost, also for equal amounts. */
export class TransferIndex {
  readonly #byName = new Map<string, { transfer: Transfer; place: number }>();
  readonly #byId = new Map<string, Transfer>();
  readonly #unreported: Readonly<Record<Kind, Map<string, Set<Transfer>>>> = {
    "camt.053": new Map(),
    "camt.054": new Map(),
  };

  constructor(transfers: readonly Transfer[]) {
    for (const [place, transfer] of transfers.entries()) {
      const name = nameOf(transfer, transfer.reference.toLowerCase());
      if (!this.#byName.has(name)) this.#byName.set(name, { transfer, place });
      this.#byId.set(transfer.id, transfer);
    }
    for (const unreported of Object.values(this.#unreported))
      for (const [key, list] of Map.groupBy(transfers, (each) => moneyOn(each, each.occurred_on)))
        unreported.set(key, new Set(list));
  }

  find(booking: Booking, kind: Kind, bankRef: string | null, reported: ReportedBookings): Transfer | null {
    const named = wordsOf(booking.texts).flatMap((word) => this.#byName.get(nameOf(booking, word)) ?? []);
    const [first] = named.sort((a, b) => a.place - b.place);
    if (first) return first.transfer;
    const candidates = reported
      .thingsNamed(kind, booking.direction, bankRef)
      .flatMap((id) => this.#byId.get(id) ?? [])
      .filter((transfer) => mayBe(transfer, booking));
    const last = Date.parse(booking.booked_on) + DAY_MS;
    for (let day = 0; day <= productRules.settlement.transfer_days_maximum + 1; day += 1) {
      const occurredOn = new Date(last - day * DAY_MS).toISOString().slice(0, 10);
      const unreported = this.#unreported[kind].get(moneyOn(booking, occurredOn)) ?? [];
      for (const transfer of unreported) {
        if (reported.isIn(transfer.id, kind, booking.direction, null) !== "no") this.#forget(transfer, kind);
        else candidates.push(transfer);
        if (candidates.length > 1) return null;
      }
    }
    return candidates[0] ?? null;
  }

  #forget(transfer: Transfer, kind: Kind): void {
    this.#unreported[kind].get(moneyOn(transfer, transfer.occurred_on))?.delete(transfer);
  }
}

/** A return may bear the name of the original. */
function nameOf({ direction }: Money, word: string): string {
  return `${direction} ${word}`;
}

function moneyOn({ direction, currency, amount_minor }: Money, day: string): string {
  return `${direction} ${currency} ${amount_minor} ${day}`;
}

interface KnownPayout {
  id: string;
  state: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED" | "BOUNCED";
  net_minor: number;
  currency: string;
  masked_account: string;
  batch_id: string | null;
  is_reported: boolean;
  is_released: boolean;
}

interface KnownBatch {
  id: string;
  currency: string;
  file_total_minor: number | null;
}

interface KnownSettlement {
  id: string;
  net_minor: Readonly<Record<string, number>>;
}

export interface Known {
  payouts: ReadonlyMap<string, KnownPayout>;
  payouts_by_batch: ReadonlyMap<string | null, readonly KnownPayout[]>;
  batches: ReadonlyMap<string, KnownBatch>;
  settlements: ReadonlyMap<string, KnownSettlement>;
  transfers: TransferIndex;
  /** Both kinds of file report the same bookings. */
  reported: ReportedBookings;
}

type ExceptionReason = "unknown" | "amount" | "account" | "not_at_bank" | "told_twice" | "details";

export interface Match {
  outcome: "PAID" | "RETURNED" | "REPORTED" | "KNOWN" | "SETTLEMENT" | "EXCEPTION";
  reason: ExceptionReason | null;
  payout_id: string | null;
  batch_id: string | null;
  settlement_id: string | null;
  transfer_id: string | null;
  moves: { payout_id: string; transition: PayoutTransition | "reported" }[];
}

const NOTHING = {
  ...{ reason: null, payout_id: null, batch_id: null, settlement_id: null, transfer_id: null, moves: [] },
};

function idsIn(row: ReadRow): string[] {
  const references = [row.end_to_end_ref, row.batch_ref].flatMap((text) => idOfReference(text ?? "") ?? []);
  if (row.direction === "DEBIT") return references;
  const words = row.words?.match(ID) ?? [];
  return [...new Set([...references, ...words.flatMap((text) => idOfReference(text) ?? [])])];
}

const ID = /\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi;

export function matchRow(row: ReadRow, kind: Kind, known: Known): Match {
  const ids = idsIn(row);
  const payouts = ids.flatMap((id) => known.payouts.get(id) ?? []);
  const named = payouts.find(({ id }) => id === idOfReference(row.end_to_end_ref ?? ""));
  const payout = named ?? (payouts.length === 1 && row.is_return ? payouts[0] : undefined);
  if (payout && (row.direction === "DEBIT" || row.is_return))
    return matchPayout(row, kind, payout, known.reported);
  const batch = ids.flatMap((id) => known.batches.get(id) ?? [])[0];
  if (batch && row.direction === "DEBIT") return matchBatch(row, kind, batch, known);
  const settlement = ids.flatMap((id) => known.settlements.get(id) ?? [])[0];
  if (settlement && row.direction === "CREDIT" && !row.is_return)
    return matchSettlement(row, kind, settlement, known.reported);
  const { transfers, reported } = known;
  const transfer = row.is_return ? null : transfers.find(bookingOf(row), kind, row.bank_ref, reported);
  if (transfer) return matchTransfer(row, kind, transfer, known.reported);
  return exception(row.has_other_details ? "details" : "unknown", {
    payout_id: payout?.id ?? null,
    batch_id: batch?.id ?? null,
  });
}

function exception(reason: ExceptionReason, about: Partial<Match>): Match {
  return { ...NOTHING, ...about, outcome: "EXCEPTION", reason };
}

function matchPayout(row: ReadRow, kind: Kind, payout: KnownPayout, reported: ReportedBookings): Match {
  const about = { payout_id: payout.id };
  const { direction, bank_ref } = row;
  if (row.amount_minor !== payout.net_minor || row.currency !== payout.currency)
    return exception("amount", about);
  if (isOtherAccount(row, payout)) return exception("account", about);
  if (payout.state === "REQUESTED" || !payout.is_released) return exception("not_at_bank", about);
  const before = reported.isIn(payout.id, kind, direction, bank_ref);
  if (before === "twice") return exception("told_twice", about);
  if (direction === "DEBIT" && payout.state === "FAILED" && !reported.has(payout.id, "CREDIT"))
    return exception("not_at_bank", about);
  reported.add(payout.id, kind, direction, bank_ref);
  const transition = transitionFor(payout, direction);
  if (transition === null) return { ...NOTHING, ...about, outcome: "KNOWN" };
  // Only a statement returns money: the next balances confirm it.
  if (direction === "CREDIT" && kind === "camt.054") {
    if (payout.is_reported) return { ...NOTHING, ...about, outcome: "KNOWN" };
    payout.is_reported = true;
    const moves = [{ payout_id: payout.id, transition: "reported" as const }];
    return { ...NOTHING, ...about, outcome: "REPORTED", moves };
  }
  payout.state = transition === "paid" ? "PAID" : transition === "failed" ? "FAILED" : "BOUNCED";
  const outcome = transition === "paid" ? "PAID" : "RETURNED";
  return { ...NOTHING, ...about, outcome, moves: [{ payout_id: payout.id, transition }] };
}

function transitionFor({ state }: KnownPayout, direction: Direction): PayoutTransition | null {
  if (direction === "DEBIT") return state === "PROCESSING" ? "paid" : null;
  if (state === "PROCESSING") return "failed";
  return state === "PAID" ? "bounced" : null;
}

/** Only for IBANs, whose ends are stored unencrypted. */
function isOtherAccount({ counterparty_iban: iban }: ReadRow, { masked_account }: KnownPayout): boolean {
  if (iban === null || !/^[A-Z]{2}•/.test(masked_account)) return false;
  return iban.slice(0, 2) !== masked_account.slice(0, 2) || iban.slice(-4) !== masked_account.slice(-4);
}

const LEFT: ReadonlySet<KnownPayout["state"]> = new Set(["PROCESSING", "PAID", "BOUNCED"]);

function matchBatch(row: ReadRow, kind: Kind, batch: KnownBatch, known: Known): Match {
  const about = { batch_id: batch.id };
  if (row.has_other_details) return exception("details", about);
  if (batch.file_total_minor === null) return exception("not_at_bank", about);
  const inside = known.payouts_by_batch.get(batch.id) ?? [];
  // Withdrawn or rejected payouts cannot have been paid.
  const paid_minor = inside.reduce((sum, { state, net_minor }) => sum + (LEFT.has(state) ? net_minor : 0), 0);
  if (row.amount_minor !== paid_minor || row.currency !== batch.currency) return exception("amount", about);
  const before = known.reported.isIn(batch.id, kind, "DEBIT", row.bank_ref);
  const isReportedInParts = inside.some(
    ({ id }) => known.reported.isIn(id, kind, "DEBIT", row.bank_ref) === "twice",
  );
  if (before === "twice" || isReportedInParts) return exception("told_twice", about);
  known.reported.add(batch.id, kind, "DEBIT", row.bank_ref);
  const moves: Match["moves"] = [];
  for (const payout of inside) {
    known.reported.add(payout.id, kind, "DEBIT", row.bank_ref);
    if (payout.state !== "PROCESSING") continue;
    payout.state = "PAID";
    moves.push({ payout_id: payout.id, transition: "paid" });
  }
  return { ...NOTHING, ...about, outcome: moves.length > 0 ? "PAID" : "KNOWN", moves };
}

function matchSettlement(
  row: ReadRow,
  kind: Kind,
  settlement: KnownSettlement,
  reported: ReportedBookings,
): Match {
  const about = { settlement_id: settlement.id };
  if (settlement.net_minor[row.currency] !== row.amount_minor) return exception("amount", about);
  const thing = `${settlement.id}:${row.currency}`;
  const isKnown = reported.has(thing, "CREDIT");
  if (reported.isIn(thing, kind, "CREDIT", row.bank_ref) === "twice") return exception("told_twice", about);
  reported.add(thing, kind, "CREDIT", row.bank_ref);
  return { ...NOTHING, ...about, outcome: isKnown ? "KNOWN" : "SETTLEMENT" };
}

function bookingOf({ direction, currency, amount_minor, booked_on, ...said }: ReadRow): Booking {
  return {
    ...{ direction, currency, amount_minor, booked_on },
    texts: [said.end_to_end_ref, said.bank_ref, said.words],
  };
}

function matchTransfer(row: ReadRow, kind: Kind, transfer: Transfer, reported: ReportedBookings): Match {
  const about = { settlement_id: transfer.settlement_id, transfer_id: transfer.id };
  if (!isSameMoney(transfer, row)) return exception("amount", about);
  const { direction, bank_ref } = row;
  const isKnown = reported.has(transfer.id, direction);
  if (reported.isIn(transfer.id, kind, direction, bank_ref) === "twice")
    return exception("told_twice", about);
  reported.add(transfer.id, kind, direction, bank_ref);
  return { ...NOTHING, ...about, outcome: isKnown ? "KNOWN" : "SETTLEMENT" };
}
