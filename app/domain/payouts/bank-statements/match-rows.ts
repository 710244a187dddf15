import { productRules } from "../../../product-rules.ts";
import {
  type Booking,
  isSameMoney,
  type Money,
  mayBe,
  type Transfer,
  wordsOf,
} from "../../payments/settlements/transfers.ts";
import { idOfReference } from "../bank-files/bank-results.server.ts";
import type { PayoutTransition } from "../batches/transitions.server.ts";
import type { ReadRow, ReadStatement } from "./camt.ts";

type Kind = ReadStatement["kind"];
type Direction = ReadRow["direction"];

/** What the bank reported of a subject, by kind of file, direction and booking reference. */
export class ReportedBookings {
  readonly #refs = new Map<string, Set<string | null>>();
  readonly #things = new Map<string, Set<string>>();
  readonly #directions = new Set<string>();
  /** No booking is repeated within a statement, whatever its reference. */
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

/** Cost grows linearly, also for equal amounts. */
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

  /** The named transfer, or the only candidate. */
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
        // It never becomes open again.
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

export interface KnownPayout {
  id: string;
  state: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED" | "BOUNCED";
  net_minor: number;
  currency: string;
  masked_account: string;
  batch_id: string | null;
  is_reported: boolean;
  /** The bank may have it. */
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
  /** A "reported" return posts nothing. */
  moves: { payout_id: string; transition: PayoutTransition | "reported" }[];
}

const NOTHING = {
  ...{ reason: null, payout_id: null, batch_id: null, settlement_id: null, transfer_id: null, moves: [] },
};

export function idsIn(row: ReadRow): string[] {
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
  // Only a statement returns money: the next one's balances confirm it.
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

/** Only for IBANs; their ends are stored unencrypted. */
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

export function bookingOf({ direction, currency, amount_minor, booked_on, ...said }: ReadRow): Booking {
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
