import { type Minor, minor, parseAmount } from "../../../money/minor.ts";
import type { SettledEvent, SettledKind, SettlementFault } from "../../provider-port.ts";
import { readRecords } from "../settlement-csv.ts";
import { PAYMENT_KEY, REFUND_KEY } from "./snapshot.ts";

type Fault = SettlementFault["fault"];
type Row = (column: string) => string;

const OUR_PAYMENT = `payment_metadata[${PAYMENT_KEY}]`;
const OUR_REFUND = `refund_metadata[${REFUND_KEY}]`;
const NEEDED = [
  ...["balance_transaction_id", "currency", "gross", "fee", "reporting_category", "source_id"],
  ...[OUR_PAYMENT, OUR_REFUND],
];

/** Stripe's categories that have a kind here, and which way their money goes: 1 is to us. */
const CATEGORIES = new Map<string, { kind: SettledKind; way: 1 | -1 }>([
  ["charge", { kind: "PAYMENT", way: 1 }],
  ["refund", { kind: "REFUND", way: -1 }],
  ["dispute", { kind: "DISPUTE", way: -1 }],
  ["dispute_reversal", { kind: "DISPUTE_REVERSED", way: 1 }],
  ["fee", { kind: "FEE", way: -1 }],
  ["network_cost", { kind: "FEE", way: -1 }],
  ["payout", { kind: "TRANSFER", way: -1 }],
]);
const OF_A_PAYMENT: readonly SettledKind[] = ["PAYMENT", "REFUND", "DISPUTE", "DISPUTE_REVERSED"];

/** What was paid out together, by payout and currency. */
interface Payout {
  id: string;
  currency: string;
  day: string | null;
  sum: number;
}

/**
 * Reads Stripe's itemized payout reconciliation (CSV, amounts in whole units), with our ids as metadata columns. A charge
 * in another currency than it was settled in is the payment as the fan made it, and a conversion. What was paid out is the
 * sum of a payout's rows, unless the payout has a row of its own. A row that cannot be read refuses the whole file.
 */
export function readStripeSettlement(
  bytes: Uint8Array,
  currencies: ReadonlySet<string>,
): SettledEvent[] | SettlementFault {
  const records = readRecords(bytes);
  if (!records) return { line: null, fault: "no_csv" };
  const [names = [], ...lines] = records;
  if (NEEDED.some((column) => !names.includes(column))) return { line: 1, fault: "columns" };
  if (lines.length === 0) return { line: null, fault: "no_rows" };
  const places = new Map(names.map((column, place) => [column, place]));
  const events: SettledEvent[] = [];
  const payouts = new Map<string, Payout>();
  for (const [index, cells] of lines.entries()) {
    const row: Row = (column) => cells[places.get(column) ?? -1] ?? "";
    const read = readRow(row, currencies);
    if (typeof read === "string") return { line: index + 2, fault: read };
    events.push(...read.events);
    const id = row("automatic_payout_id");
    const [first] = read.events;
    if (id === "" || first?.kind === "TRANSFER") continue;
    const { currency } = read;
    const payout = payouts.get(`${id} ${currency}`) ?? { id, currency, day: payoutDay(row), sum: 0 };
    payouts.set(`${id} ${currency}`, { ...payout, sum: payout.sum + read.net });
  }
  const told = new Set(events.flatMap(({ kind, reference }) => (kind === "TRANSFER" ? [reference] : [])));
  for (const { id, currency, day, sum } of payouts.values()) {
    if (told.has(id)) continue;
    // Stripe took it from our bank: that has no kind yet (docs/decisions/036).
    if (sum <= 0) return { line: null, fault: "kind" };
    if (!Number.isSafeInteger(sum)) return { line: null, fault: "amount" };
    events.push(event(id, "TRANSFER", { currency, gross: minor(sum), reference: id, day }));
  }
  const total = events.reduce(
    (all, each) => all + each.gross_minor + each.fee_minor + (each.other_minor ?? 0),
    0,
  );
  return Number.isSafeInteger(total) ? events : { line: null, fault: "amount" };
}

function readRow(
  row: Row,
  currencies: ReadonlySet<string>,
): { events: SettledEvent[]; currency: string; net: number } | Fault {
  const id = row("balance_transaction_id");
  if (id === "") return "event";
  const category = CATEGORIES.get(row("reporting_category"));
  if (!category) return "kind";
  const { kind, way } = category;
  const settled = money(row("gross"), row("currency"), currencies);
  if (typeof settled === "string") return settled;
  const fee = parseAmount(row("fee") || "0", "en", settled.currency);
  if (fee === null || settled.gross === 0) return "amount";
  if (settled.way !== way) return "kind";
  const ofPayment = OF_A_PAYMENT.includes(kind);
  if (fee > 0 && !ofPayment) return "fee";
  const source = row("source_id");
  if (source === "" && kind !== "FEE") return "names";
  const names = {
    payment: ofPayment ? row(OUR_PAYMENT) || source : null,
    reference: kind === "PAYMENT" ? null : (kind === "REFUND" && row(OUR_REFUND)) || source || null,
    day: day(row("created") || row("created_utc")),
  };
  const net = way * settled.gross - fee;
  const { currency, gross } = settled;
  const fan = ofPayment ? fanMoney(row, currencies, settled.currency) : null;
  if (typeof fan === "string") return fan;
  if (!fan) return { events: [event(id, kind, { ...names, currency, gross, fee })], currency, net };
  const [given, got] = way === 1 ? [fan, settled] : [settled, fan];
  const conversion = event(`${id} conversion`, "CONVERSION", {
    ...{ currency: given.currency, gross: given.gross, day: names.day },
    other: { other_currency: got.currency, other_minor: got.gross },
  });
  const kept = event(`${id} fee`, "FEE", { currency, gross: fee, reference: source, day: names.day });
  const main = event(id, kind, { ...names, currency: fan.currency, gross: fan.gross });
  return { events: fee > 0 ? [main, conversion, kept] : [main, conversion], currency, net };
}

interface Money {
  currency: string;
  gross: Minor;
  way: 1 | -1;
}

function money(text: string, code: string, currencies: ReadonlySet<string>): Money | Fault {
  const currency = code.toUpperCase();
  if (!currencies.has(currency)) return "currency";
  const isNegative = text.startsWith("-");
  const gross = parseAmount(isNegative ? text.slice(1) : text, "en", currency);
  return gross === null ? "amount" : { currency, gross, way: isNegative ? -1 : 1 };
}

/** What the fan paid or got back, where that was in another currency than Stripe settled in. */
function fanMoney(row: Row, currencies: ReadonlySet<string>, settled: string): Money | Fault | null {
  const code = row("customer_facing_currency");
  if (code === "" || code.toUpperCase() === settled) return null;
  const fan = money(row("customer_facing_amount"), code, currencies);
  if (typeof fan !== "string" && fan.gross === 0) return "conversion";
  return fan;
}

function event(
  event_ref: string,
  kind: SettledKind,
  said: {
    currency: string;
    gross: Minor;
    fee?: Minor;
    payment?: string | null;
    reference?: string | null;
    day: string | null;
    other?: { other_currency: string; other_minor: Minor };
  },
): SettledEvent {
  return {
    ...{ event_ref, kind, payment_ref: said.payment ?? null, reference: said.reference ?? null },
    ...{ currency: said.currency, gross_minor: said.gross, fee_minor: said.fee ?? minor(0) },
    ...(said.other ?? { other_currency: null, other_minor: null }),
    ...{ occurred_on: said.day, reaches_bank: kind === "TRANSFER" },
  };
}

function payoutDay(row: Row): string | null {
  return day(row("automatic_payout_effective_at") || row("automatic_payout_effective_at_utc"));
}

/** The day of "2026-11-20 10:00:00"; null for anything else. */
function day(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}(?:[ T]|$)/.test(text) ? text.slice(0, 10) : null;
}
