import { type Booking, isSameMoney, type Transfer } from "../../payments/settlements/transfers.ts";
import { idOfReference } from "../bank-files/bank-results.ts";
import type { PayoutTransition } from "../batches/transitions.server.ts";
import type { ReadStatement } from "./camt.ts";
import type { ReadRow } from "./camt-entries.ts";
import type { Told } from "./told.ts";
import type { TransferIndex } from "./transfer-index.ts";

type Kind = ReadStatement["kind"];
type Direction = ReadRow["direction"];

/** A payout as the bank's word is compared with it; its state moves on with each row. */
export interface KnownPayout {
  id: string;
  state: "REQUESTED" | "PROCESSING" | "PAID" | "FAILED" | "BOUNCED";
  net_minor: number;
  currency: string;
  masked_account: string;
  batch_id: string | null;
  /** Whether a notice said that it came back, which a statement has yet to confirm. */
  is_reported: boolean;
  /** Whether the bank may have it: its batch was released. */
  is_released: boolean;
}

interface KnownBatch {
  id: string;
  currency: string;
  file_total_minor: number | null;
}

interface KnownSettlement {
  id: string;
  /** What it brings, by currency. */
  net_minor: Readonly<Record<string, number>>;
}

/** What rows may be about, as it stands under the locks. */
export interface Known {
  payouts: ReadonlyMap<string, KnownPayout>;
  payouts_by_batch: ReadonlyMap<string | null, readonly KnownPayout[]>;
  batches: ReadonlyMap<string, KnownBatch>;
  settlements: ReadonlyMap<string, KnownSettlement>;
  /** What providers say that they transferred to us or collected, as far as these rows may be it. */
  transfers: TransferIndex;
  /** What the bank has told before; a list of its own for each kind of file, since both kinds tell of the same. */
  told: Told;
}

type ExceptionReason = "unknown" | "amount" | "account" | "not_at_bank" | "told_twice" | "details";

export interface Match {
  outcome: "PAID" | "RETURNED" | "REPORTED" | "KNOWN" | "SETTLEMENT" | "EXCEPTION";
  reason: ExceptionReason | null;
  payout_id: string | null;
  batch_id: string | null;
  settlement_id: string | null;
  transfer_id: string | null;
  /** What happens to payouts by it; a return that is "reported" posts nothing. */
  moves: { payout_id: string; verdict: PayoutTransition | "reported" }[];
}

const NOTHING = {
  ...{ reason: null, payout_id: null, batch_id: null, settlement_id: null, transfer_id: null, moves: [] },
};

/** The ids that a row may be about: of its references, and of a return's or an incoming transfer's words. */
export function idsIn(row: ReadRow): string[] {
  const references = [row.end_to_end_ref, row.batch_ref].flatMap((text) => idOfReference(text ?? "") ?? []);
  if (row.direction === "DEBIT") return references;
  const words = row.words?.match(ID) ?? [];
  return [...new Set([...references, ...words.flatMap((text) => idOfReference(text) ?? [])])];
}

const ID = /\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi;

/** What a row is about and what it does; moves the states of what is known. */
export function matchRow(row: ReadRow, kind: Kind, known: Known): Match {
  const ids = idsIn(row);
  const payouts = ids.flatMap((id) => known.payouts.get(id) ?? []);
  const named = payouts.find(({ id }) => id === idOfReference(row.end_to_end_ref ?? ""));
  // Words that name two say nothing of either.
  const payout = named ?? (payouts.length === 1 && row.is_return ? payouts[0] : undefined);
  if (payout && (row.direction === "DEBIT" || row.is_return))
    return matchPayout(row, kind, payout, known.told);
  const batch = ids.flatMap((id) => known.batches.get(id) ?? [])[0];
  if (batch && row.direction === "DEBIT") return matchBatch(row, kind, batch, known);
  const settlement = ids.flatMap((id) => known.settlements.get(id) ?? [])[0];
  if (settlement && row.direction === "CREDIT" && !row.is_return)
    return matchSettlement(row, kind, settlement, known.told);
  const { transfers, told } = known;
  const transfer = row.is_return ? null : transfers.find(bookingOf(row), kind, row.bank_ref, told);
  if (transfer) return matchTransfer(row, kind, transfer, known.told);
  return exception(row.has_other_details ? "details" : "unknown", {
    payout_id: payout?.id ?? null,
    batch_id: batch?.id ?? null,
  });
}

function exception(reason: ExceptionReason, about: Partial<Match>): Match {
  return { ...NOTHING, ...about, outcome: "EXCEPTION", reason };
}

function matchPayout(row: ReadRow, kind: Kind, payout: KnownPayout, told: Told): Match {
  const about = { payout_id: payout.id };
  const { direction, bank_ref } = row;
  if (row.amount_minor !== payout.net_minor || row.currency !== payout.currency)
    return exception("amount", about);
  if (isOtherAccount(row, payout)) return exception("account", about);
  if (payout.state === "REQUESTED" || !payout.is_released) return exception("not_at_bank", about);
  const before = told.isIn(payout.id, kind, direction, bank_ref);
  if (before === "twice") return exception("told_twice", about);
  if (direction === "DEBIT" && payout.state === "FAILED" && !told.has(payout.id, "CREDIT"))
    return exception("not_at_bank", about);
  told.add(payout.id, kind, direction, bank_ref);
  const verdict = verdictFor(payout, direction);
  if (verdict === null) return { ...NOTHING, ...about, outcome: "KNOWN" };
  // A notice is no booking: only a statement, whose balances the next one confirms, gives money back.
  if (direction === "CREDIT" && kind === "camt.054") {
    if (payout.is_reported) return { ...NOTHING, ...about, outcome: "KNOWN" };
    payout.is_reported = true;
    const moves = [{ payout_id: payout.id, verdict: "reported" as const }];
    return { ...NOTHING, ...about, outcome: "REPORTED", moves };
  }
  payout.state = verdict === "paid" ? "PAID" : verdict === "failed" ? "FAILED" : "BOUNCED";
  const outcome = verdict === "paid" ? "PAID" : "RETURNED";
  return { ...NOTHING, ...about, outcome, moves: [{ payout_id: payout.id, verdict }] };
}

function verdictFor({ state }: KnownPayout, direction: Direction): PayoutTransition | null {
  if (direction === "DEBIT") return state === "PROCESSING" ? "paid" : null;
  if (state === "PROCESSING") return "failed";
  return state === "PAID" ? "bounced" : null;
}

/** Only where both are accounts with an IBAN; their ends are what is kept unencrypted. */
function isOtherAccount({ counterparty_iban: iban }: ReadRow, { masked_account }: KnownPayout): boolean {
  if (iban === null || !/^[A-Z]{2}•/.test(masked_account)) return false;
  return iban.slice(0, 2) !== masked_account.slice(0, 2) || iban.slice(-4) !== masked_account.slice(-4);
}

const LEFT: ReadonlySet<KnownPayout["state"]> = new Set(["PROCESSING", "PAID", "BOUNCED"]);

/** A file of ours that the bank booked as one: all that it paid of the file. */
function matchBatch(row: ReadRow, kind: Kind, batch: KnownBatch, known: Known): Match {
  const about = { batch_id: batch.id };
  if (row.has_other_details) return exception("details", about);
  if (batch.file_total_minor === null) return exception("not_at_bank", about);
  const inside = known.payouts_by_batch.get(batch.id) ?? [];
  // What was withdrawn, or given back as rejected, the bank cannot have paid: then the books are wrong, or the file is.
  const paid_minor = inside.reduce((sum, { state, net_minor }) => sum + (LEFT.has(state) ? net_minor : 0), 0);
  if (row.amount_minor !== paid_minor || row.currency !== batch.currency) return exception("amount", about);
  const before = known.told.isIn(batch.id, kind, "DEBIT", row.bank_ref);
  const isToldInParts = inside.some(({ id }) => known.told.isIn(id, kind, "DEBIT", row.bank_ref) === "twice");
  if (before === "twice" || isToldInParts) return exception("told_twice", about);
  known.told.add(batch.id, kind, "DEBIT", row.bank_ref);
  const moves: Match["moves"] = [];
  for (const payout of inside) {
    known.told.add(payout.id, kind, "DEBIT", row.bank_ref);
    if (payout.state !== "PROCESSING") continue;
    payout.state = "PAID";
    moves.push({ payout_id: payout.id, verdict: "paid" });
  }
  return { ...NOTHING, ...about, outcome: moves.length > 0 ? "PAID" : "KNOWN", moves };
}

function matchSettlement(row: ReadRow, kind: Kind, settlement: KnownSettlement, told: Told): Match {
  const about = { settlement_id: settlement.id };
  if (settlement.net_minor[row.currency] !== row.amount_minor) return exception("amount", about);
  const thing = `${settlement.id}:${row.currency}`;
  const isKnown = told.has(thing, "CREDIT");
  if (told.isIn(thing, kind, "CREDIT", row.bank_ref) === "twice") return exception("told_twice", about);
  told.add(thing, kind, "CREDIT", row.bank_ref);
  return { ...NOTHING, ...about, outcome: isKnown ? "KNOWN" : "SETTLEMENT" };
}

/** What a bank says of a booking. */
export function bookingOf({ direction, currency, amount_minor, booked_on, ...said }: ReadRow): Booking {
  return {
    ...{ direction, currency, amount_minor, booked_on },
    texts: [said.end_to_end_ref, said.bank_ref, said.words],
  };
}

function matchTransfer(row: ReadRow, kind: Kind, transfer: Transfer, told: Told): Match {
  const about = { settlement_id: transfer.settlement_id, transfer_id: transfer.id };
  if (!isSameMoney(transfer, row)) return exception("amount", about);
  const { direction, bank_ref } = row;
  const isKnown = told.has(transfer.id, direction);
  if (told.isIn(transfer.id, kind, direction, bank_ref) === "twice") return exception("told_twice", about);
  told.add(transfer.id, kind, direction, bank_ref);
  return { ...NOTHING, ...about, outcome: isKnown ? "KNOWN" : "SETTLEMENT" };
}
