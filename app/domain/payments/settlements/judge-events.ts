import { SETTLED_NOTHING, type SettledSums } from "../../ledger/rules/posting-rules.ts";
import { type Minor, minor } from "../../money/minor.ts";
import type { SettledEvent, SettledKind } from "../provider-port.ts";

export type SettlementReason =
  | ("unknown_payment" | "unknown_refund" | "unknown_dispute" | "unknown_share")
  | ("payment_state" | "refund_state" | "dispute_state")
  | ("amount" | "currency" | "told_twice" | "other_facts")
  | (typeof BEYOND_BOUNDS)[number];

const BEYOND_BOUNDS = ["fee_bound", "fee_not_kept", "conversion_rate", "not_held"] as const;
export const isBeyondBounds = (reason: string) => BEYOND_BOUNDS.some((each) => each === reason);

export interface KnownAmount {
  currency: string;
  minor: Minor;
}

export type EarlierEvent = Facts & { id: string };

export interface OurBooks {
  payments: ReadonlyMap<string, KnownAmount>;
  unpaid: ReadonlyMap<string, KnownAmount & { has_failed: boolean }>;
  refunds: ReadonlyMap<string, KnownAmount>;
  failed_refunds: ReadonlyMap<string, KnownAmount>;
  disputes: ReadonlyMap<string, KnownAmount & { is_won: boolean }>;
  shares: ReadonlyMap<string, KnownAmount>;
  reported: ReadonlyMap<string, EarlierEvent>;
  settled: ReadonlySet<string>;
  settled_before_events: ReadonlySet<string>;
}

export type Judgement =
  | { outcome: "KNOWN" | "TAKEN" }
  | { outcome: "EXCEPTION"; reason: SettlementReason; known: KnownAmount | null };

export const partKey = (paymentRef: string | null, reference: string | null) =>
  JSON.stringify([paymentRef, reference]);

type Named = Pick<SettledEvent, "kind" | "payment_ref" | "reference" | "currency">;

const FAILURES = { PAYMENT: "PAYMENT_FAILED", REFUND: "REFUND_FAILED" } as const;
export const REPORTED_ONCE = ["PAYMENT", "REFUND", "PAYMENT_FAILED", "REFUND_FAILED"] as const;

export function settledKey({ kind, payment_ref, reference, currency }: Named): string | null {
  if (!REPORTED_ONCE.some((each) => each === kind)) return null;
  const isPayment = kind === "PAYMENT" || kind === "PAYMENT_FAILED";
  return JSON.stringify([kind, payment_ref, isPayment ? currency : reference]);
}

/** Known ones change nothing; what our books lack, or have otherwise, is an exception. */
export function judgeEvents(
  events: readonly SettledEvent[],
  books: OurBooks,
): { event: SettledEvent; judgement: Judgement }[] {
  const reported = new Map<string, Facts>(books.reported);
  const settled = new Set(books.settled);
  const failures = failuresIn(events, books);
  return events.map((event) => {
    const judgement = judge(event, books, reported.get(event.event_ref), settled, failures);
    const key = settledKey(event);
    if (judgement.outcome !== "KNOWN" && !reported.has(event.event_ref)) reported.set(event.event_ref, event);
    if (key !== null && judgement.outcome === "TAKEN") settled.add(key);
    return { event, judgement };
  });
}

function judge(
  event: SettledEvent,
  books: OurBooks,
  before: Facts | undefined,
  settled: ReadonlySet<string>,
  failures: ReadonlySet<string>,
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
    case "REFUND": {
      const known = event.kind === "PAYMENT" ? books.payments : books.refunds;
      // A file of payments alone proves that the money reached our bank.
      const hasFailed =
        !event.reaches_bank && failures.has(settledKey({ ...event, kind: FAILURES[event.kind] }) ?? "");
      return compare(
        event,
        known.get(nameOf(event)) ?? (hasFailed ? failedOf(event, books) : undefined),
        unknownOf(event),
      );
    }
    case "PAYMENT_FAILED":
    case "REFUND_FAILED":
      return judgeFailure(event, books);
    case "DISPUTE":
    case "DISPUTE_REVERSED":
      return judgeDispute(event, books);
    case "CHARGEBACK_FEE":
    case "CHARGEBACK_FEE_RETURNED": {
      const isUnnamed = event.payment_ref === null && event.reference === null;
      const isKnown = books.disputes.has(partKey(event.payment_ref, event.reference));
      return isUnnamed || isKnown ? { outcome: "TAKEN" } : exception("unknown_dispute", null);
    }
    case "SHARE_PASSED":
    case "SHARE_REVERSED":
      return compare(event, books.shares.get(partKey(event.kind, event.reference)), "unknown_share");
    case "FEE":
    case "FEE_RETURNED":
    case "TRANSFER":
    case "COLLECTION":
    case "CONVERSION":
      return { outcome: "TAKEN" };
  }
}

const isOfPayment = ({ kind }: SettledEvent) => kind === "PAYMENT" || kind === "PAYMENT_FAILED";
const unknownOf = (event: SettledEvent) => (isOfPayment(event) ? "unknown_payment" : "unknown_refund");
const nameOf = (event: SettledEvent) =>
  isOfPayment(event) ? (event.payment_ref ?? "") : partKey(event.payment_ref, event.reference);

function failedOf(event: SettledEvent, books: OurBooks): KnownAmount | undefined {
  if (!isOfPayment(event)) return books.failed_refunds.get(nameOf(event));
  const unpaid = books.unpaid.get(nameOf(event));
  return unpaid?.has_failed ? unpaid : undefined;
}

function failuresIn(events: readonly SettledEvent[], books: OurBooks): Set<string> {
  const agreed = events.filter((event) => judgeFailure(event, books).outcome === "TAKEN");
  return new Set([...books.settled, ...agreed.flatMap((event) => settledKey(event) ?? [])]);
}

function judgeFailure(event: SettledEvent, books: OurBooks): Judgement {
  const failed = failedOf(event, books);
  if (failed) return compare(event, failed, unknownOf(event));
  const known = isOfPayment(event)
    ? (books.payments.get(nameOf(event)) ?? books.unpaid.get(nameOf(event)))
    : books.refunds.get(nameOf(event));
  if (!known) return exception(unknownOf(event), null);
  return exception(isOfPayment(event) ? "payment_state" : "refund_state", known);
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

export function exception(reason: SettlementReason, known: KnownAmount | null): Judgement {
  return {
    outcome: "EXCEPTION",
    reason,
    known: known && { currency: known.currency, minor: known.minor },
  };
}

/** Days depend on where a file was made. */
function saysTheSame(one: Facts, other: Facts): boolean {
  return FACTS.every((fact) => one[fact] === other[fact]);
}

export const FACTS = [
  ...(["kind", "payment_ref", "reference", "currency", "gross_minor", "fee_minor"] as const),
  ...(["other_currency", "other_minor", "reaches_bank"] as const),
] as const;

export type Facts = Pick<SettledEvent, (typeof FACTS)[number]>;

const SUM_OF: Partial<Record<SettledKind, keyof SettledSums>> = {
  CHARGEBACK_FEE: "chargeback_fee_minor",
  CHARGEBACK_FEE_RETURNED: "chargeback_fee_returned_minor",
  FEE_RETURNED: "psp_fee_returned_minor",
  COLLECTION: "collected_minor",
};

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
    const own = SUM_OF[kind];
    if (own) sum[own] = minor(sum[own] + gross_minor);
    if (event.other_currency === null || event.other_minor === null) continue;
    const other = of(event.other_currency);
    sum.given_minor = minor(sum.given_minor + gross_minor);
    other.brought_minor = minor(other.brought_minor + event.other_minor);
  }
  return sums;
}

export function settledTotals(events: readonly SettledEvent[]) {
  const totals = new Map<string, { gross_minor: number; fee_minor: number; bank_minor: number }>();
  for (const { kind, currency, gross_minor, fee_minor, reaches_bank } of events) {
    const sum = totals.get(currency) ?? { gross_minor: 0, fee_minor: 0, bank_minor: 0 };
    const toBank = (reaches_bank ? gross_minor - fee_minor : 0) - (kind === "COLLECTION" ? gross_minor : 0);
    totals.set(currency, {
      gross_minor: minor(sum.gross_minor + (PAID_WAY[kind] ?? 0) * gross_minor),
      fee_minor: minor(sum.fee_minor + fee_minor + (FEE_WAY[kind] ?? 0) * gross_minor),
      bank_minor: minor(sum.bank_minor + toBank),
    });
  }
  return totals;
}

const PAID_WAY: Partial<Record<SettledKind, 1 | -1>> = { PAYMENT: 1, PAYMENT_FAILED: -1 };
const FEE_WAY: Partial<Record<SettledKind, 1 | -1>> = {
  ...{ FEE: 1, CHARGEBACK_FEE: 1 },
  ...{ FEE_RETURNED: -1, CHARGEBACK_FEE_RETURNED: -1 },
};
