import { SETTLED_NOTHING, type SettledSums } from "../../ledger/rules/posting-rules.ts";
import { type Minor, minor } from "../../money/minor.ts";
import type { SettledEvent } from "../provider-port.ts";

type SettlementReason =
  | ("unknown_payment" | "unknown_refund" | "unknown_dispute" | "dispute_state")
  | ("amount" | "currency" | "told_twice" | "other_facts");

interface KnownAmount {
  currency: string;
  minor: Minor;
}

/** What files of this provider have said of an event before. */
export type ToldEvent = Facts & { id: string };

/** What our books have of what a file names; refunds and disputes by `partKey`. */
export interface OurBooks {
  payments: ReadonlyMap<string, KnownAmount>;
  refunds: ReadonlyMap<string, KnownAmount>;
  disputes: ReadonlyMap<string, KnownAmount & { is_won: boolean }>;
  /** The events that were told before, by the provider's name of them. */
  told: ReadonlyMap<string, ToldEvent>;
  /** Payments that were settled in a currency, and refunds: no other event tells of them again. */
  settled: ReadonlySet<string>;
  /** Payments that were settled before single events were kept: nobody knows any more how. */
  settled_before_events: ReadonlySet<string>;
}

export type Judgement =
  | { outcome: "KNOWN" | "TAKEN" }
  | { outcome: "EXCEPTION"; reason: SettlementReason; known: KnownAmount | null };

export const partKey = (paymentRef: string | null, reference: string | null) =>
  JSON.stringify([paymentRef, reference]);

/** By what a payment or a refund is told of once; null for what may come again. */
export function settledKey(event: Pick<SettledEvent, "kind" | "payment_ref" | "reference" | "currency">) {
  const { kind, payment_ref, reference, currency } = event;
  if (kind === "PAYMENT") return JSON.stringify([kind, payment_ref, currency]);
  return kind === "REFUND" ? JSON.stringify([kind, payment_ref, reference]) : null;
}

/**
 * Judges the events of a file, each in its turn: what was told before changes nothing; what our books do not know, or know
 * otherwise, is an exception.
 */
export function judgeEvents(
  events: readonly SettledEvent[],
  books: OurBooks,
): { event: SettledEvent; judgement: Judgement }[] {
  const told = new Map<string, Facts>(books.told);
  const settled = new Set(books.settled);
  return events.map((event) => {
    const judgement = judge(event, books, told.get(event.event_ref), settled);
    const key = settledKey(event);
    if (judgement.outcome !== "KNOWN" && !told.has(event.event_ref)) told.set(event.event_ref, event);
    if (key !== null && judgement.outcome === "TAKEN") settled.add(key);
    return { event, judgement };
  });
}

function judge(
  event: SettledEvent,
  books: OurBooks,
  before: Facts | undefined,
  settled: ReadonlySet<string>,
): Judgement {
  if (before)
    return saysTheSame(before, event)
      ? { outcome: "KNOWN" }
      : exception("other_facts", { currency: before.currency, minor: before.gross_minor });
  const key = settledKey(event);
  if (key !== null && event.reaches_bank && books.settled_before_events.has(key)) return { outcome: "KNOWN" };
  if (key !== null && settled.has(key)) return exception("told_twice", null);
  switch (event.kind) {
    case "PAYMENT":
      return compare(event, books.payments.get(event.payment_ref ?? ""), "unknown_payment");
    case "REFUND":
      return compare(event, books.refunds.get(partKey(event.payment_ref, event.reference)), "unknown_refund");
    case "DISPUTE":
    case "DISPUTE_REVERSED":
      return judgeDispute(event, books);
    case "CHARGEBACK_FEE": {
      const isUnnamed = event.payment_ref === null && event.reference === null;
      const isKnown = books.disputes.has(partKey(event.payment_ref, event.reference));
      return isUnnamed || isKnown ? { outcome: "TAKEN" } : exception("unknown_dispute", null);
    }
    case "FEE":
    case "TRANSFER":
    case "CONVERSION":
      return { outcome: "TAKEN" };
  }
}

function judgeDispute(event: SettledEvent, books: OurBooks): Judgement {
  const known = books.disputes.get(partKey(event.payment_ref, event.reference));
  const compared = compare(event, known, "unknown_dispute");
  if (compared.outcome !== "TAKEN" || event.kind === "DISPUTE" || known?.is_won) return compared;
  return exception("dispute_state", known ?? null);
}

function compare(
  event: SettledEvent,
  known: KnownAmount | undefined,
  otherwise: SettlementReason,
): Judgement {
  if (!known) return exception(otherwise, null);
  if (known.currency !== event.currency) return exception("currency", known);
  return known.minor === event.gross_minor ? { outcome: "TAKEN" } : exception("amount", known);
}

function exception(reason: SettlementReason, known: KnownAmount | null): Judgement {
  return {
    outcome: "EXCEPTION",
    reason,
    known: known && { currency: known.currency, minor: known.minor },
  };
}

/** The day aside, which depends on where a file was made. */
function saysTheSame(one: Facts, other: Facts): boolean {
  return FACTS.every((fact) => one[fact] === other[fact]);
}

export const FACTS = [
  ...(["kind", "payment_ref", "reference", "currency", "gross_minor", "fee_minor"] as const),
  ...(["other_currency", "other_minor", "reaches_bank"] as const),
] as const;

/** What an event says, beside its name. */
export type Facts = Pick<SettledEvent, (typeof FACTS)[number]>;

/** What a file moves in each currency: the sums of what was taken in of it. */
export function sumsByCurrency(events: readonly SettledEvent[]): Map<string, SettledSums> {
  const sums = new Map<string, SettledSums>();
  const of = (currency: string) => {
    const found = sums.get(currency) ?? { ...SETTLED_NOTHING };
    sums.set(currency, found);
    return found;
  };
  for (const event of events) {
    const { kind, currency, gross_minor, fee_minor } = event;
    const sum = of(currency);
    sum.psp_fee_minor = minor(sum.psp_fee_minor + (kind === "FEE" ? gross_minor : fee_minor));
    if (event.reaches_bank) sum.bank_minor = minor(sum.bank_minor + gross_minor - fee_minor);
    if (kind === "CHARGEBACK_FEE") sum.chargeback_fee_minor = minor(sum.chargeback_fee_minor + gross_minor);
    if (event.other_currency === null || event.other_minor === null) continue;
    const other = of(event.other_currency);
    sum.given_minor = minor(sum.given_minor + gross_minor);
    other.brought_minor = minor(other.brought_minor + event.other_minor);
  }
  return sums;
}

/** What a file says that is new, whether it is taken in or not: paid by fans, kept by the provider, on its way to our bank. */
export function settledTotals(events: readonly SettledEvent[]) {
  const totals = new Map<string, { gross_minor: number; fee_minor: number; bank_minor: number }>();
  for (const { kind, currency, gross_minor, fee_minor, reaches_bank } of events) {
    const sum = totals.get(currency) ?? { gross_minor: 0, fee_minor: 0, bank_minor: 0 };
    const isFee = kind === "FEE" || kind === "CHARGEBACK_FEE";
    totals.set(currency, {
      gross_minor: minor(sum.gross_minor + (kind === "PAYMENT" ? gross_minor : 0)),
      fee_minor: minor(sum.fee_minor + fee_minor + (isFee ? gross_minor : 0)),
      bank_minor: minor(sum.bank_minor + (reaches_bank ? gross_minor - fee_minor : 0)),
    });
  }
  return totals;
}
