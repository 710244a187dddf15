import type StripeClient from "stripe";
import { z } from "zod";
import { type Minor, minor, parseAmount, toDecimal } from "../../../money/minor.ts";
import {
  ProviderRefused,
  type SettledEvent,
  type SettledKind,
  type SettlementFault,
} from "../../provider-port.ts";
import { readRecords } from "../settlement-csv.ts";
import { AccountGone, type Ask } from "./client.server.ts";
import { PAYMENT_KEY, REFUND_KEY } from "./objects.ts";

type Fault = SettlementFault["fault"];
type Row = (column: string) => string;

const OUR_PAYMENT = `payment_metadata[${PAYMENT_KEY}]`;
const OUR_REFUND = `refund_metadata[${REFUND_KEY}]`;
const NEEDED = [
  ...["balance_transaction_id", "currency", "gross", "fee", "reporting_category", "source_id"],
  ...[OUR_PAYMENT, OUR_REFUND],
];

/** By direction; unknown ones are not guessed. */
const CATEGORIES = new Map<string, { toUs?: SettledKind; fromUs?: SettledKind }>([
  ["charge", { toUs: "PAYMENT" }],
  // A direct debit that never came; a later bounce is a dispute.
  ["charge_failure", { fromUs: "PAYMENT_FAILED" }],
  ["refund", { fromUs: "REFUND" }],
  ["refund_failure", { toUs: "REFUND_FAILED" }],
  ["dispute", { fromUs: "DISPUTE" }],
  ["dispute_reversal", { toUs: "DISPUTE_REVERSED" }],
  // Only our fee of charges to creators' accounts.
  ["platform_earning", { toUs: "PAYMENT" }],
  ["platform_earning_refund", { fromUs: "REFUND" }],
  ["transfer", { fromUs: "SHARE_PASSED" }],
  ["transfer_reversal", { toUs: "SHARE_REVERSED" }],
  ...["fee", "network_cost", "tax"].map((name) => [name, { fromUs: "FEE", toUs: "FEE_RETURNED" }] as const),
  ...["payout", "payout_reversal", "topup", "topup_reversal"].map(
    (name) => [name, { fromUs: "TRANSFER", toUs: "COLLECTION" }] as const,
  ),
]);
/** Stays at Stripe, only missing from a payout. */
const HELD = ["risk_reserved_funds", "payout_minimum_balance_hold", "payout_minimum_balance_release"];

const OF_A_PAYMENT: readonly SettledKind[] = [
  ...(["PAYMENT", "REFUND", "DISPUTE", "DISPUTE_REVERSED"] as const),
  ...(["PAYMENT_FAILED", "REFUND_FAILED"] as const),
];
const OF_FEES: readonly SettledKind[] = ["FEE", "FEE_RETURNED"];

interface Payout {
  id: string;
  currency: string;
  day: string | null;
  sum: number;
}

/**
 * Itemized payout reconciliation (CSV, whole units), with our ids as metadata. A charge settled in another
 * currency is a payment and a conversion. A payout is its rows' sum unless it has its own. An unreadable row
 * refuses the file.
 */
export function readStripeSettlement(
  bytes: Uint8Array,
  currencies: ReadonlySet<string>,
): SettledEvent[] | SettlementFault {
  const records = readRecords(bytes);
  if (!records) return { line: null, fault: "no_csv" };
  const [names = [], ...lines] = records;
  const missing = NEEDED.filter((column) => !names.includes(column));
  if (missing.length > 0) return { line: 1, fault: "columns", missing };
  if (lines.length === 0) return { line: null, fault: "no_rows" };
  const places = new Map(names.map((column, place) => [column, place]));
  return readRows(
    lines.map(
      (cells): Row =>
        (column) =>
          cells[places.get(column) ?? -1] ?? "",
    ),
    currencies,
  );
}

function readRows(rows: readonly Row[], currencies: ReadonlySet<string>): SettledEvent[] | SettlementFault {
  const events: SettledEvent[] = [];
  const payouts = new Map<string, Payout>();
  const reported = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const read = readRow(row, currencies);
    if (typeof read === "string") return { line: index + 2, fault: read };
    events.push(...read.events);
    if (row("reporting_category") === "payout") reported.add(row("source_id"));
    else addTo(payouts, row, read);
  }
  for (const { id, currency, day, sum } of payouts.values()) {
    if (reported.has(id) || sum === 0) continue;
    if (!Number.isSafeInteger(sum)) return { line: null, fault: "amount" };
    const kind = sum > 0 ? "TRANSFER" : "COLLECTION";
    events.push(event(id, kind, { currency, gross: minor(Math.abs(sum)), reference: id, day }));
  }
  const total = events.reduce(
    (all, each) => all + each.gross_minor + each.fee_minor + (each.other_minor ?? 0),
    0,
  );
  return Number.isSafeInteger(total) ? events : { line: null, fault: "amount" };
}

function addTo(payouts: Map<string, Payout>, row: Row, { currency, net }: ReadRow): void {
  const id = row("automatic_payout_id");
  if (id === "") return;
  const payout = payouts.get(`${id} ${currency}`) ?? { id, currency, day: payoutDay(row), sum: 0 };
  payouts.set(`${id} ${currency}`, { ...payout, sum: payout.sum + net });
}

interface ReadRow {
  events: SettledEvent[];
  currency: string;
  net: number;
}

function readRow(row: Row, currencies: ReadonlySet<string>): ReadRow | Fault {
  const id = row("balance_transaction_id");
  if (id === "") return "event";
  const name = row("reporting_category");
  const category = CATEGORIES.get(name);
  if (!category && !HELD.includes(name)) return "kind";
  const settled = money(row("gross"), row("currency"), currencies);
  if (typeof settled === "string") return settled;
  const { currency, gross, way } = settled;
  const fee = money(row("fee") || "0", currency, currencies);
  if (typeof fee === "string" || gross === 0) return "amount";
  const net = way * gross - fee.way * fee.gross;
  if (!isSum(row("net"), net, currency, currencies)) return "amount";
  if (!category) return { events: [], currency, net };
  const kind = way === 1 ? category.toUs : category.fromUs;
  if (!kind) return "kind";
  const source = row("source_id");
  if (source === "" && !OF_FEES.includes(kind)) return "names";
  const ofPayment = OF_A_PAYMENT.includes(kind);
  const names = {
    payment: ofPayment ? row(OUR_PAYMENT) || source : null,
    reference: referenceOf(kind, row),
    day: day(row("created") || row("created_utc")),
  };
  const fan = ofPayment ? fanMoney(row, currencies, currency) : null;
  if (typeof fan === "string") return fan;
  if (!fan) {
    // Stripe's file lacks the fan's side of chargebacks and failed refunds.
    const isAsSettled = isDispute(kind) || kind === "REFUND_FAILED";
    const isKept = ofPayment && !isDispute(kind) && fee.way === 1;
    const main = event(id, kind, {
      ...{ ...names, currency, gross, isAsSettled },
      ...(isKept && { fee: fee.gross }),
    });
    return { events: isKept ? [main] : [main, ...feesOf(id, kind, fee, names)], currency, net };
  }
  const [given, got] = way === 1 ? [fan, settled] : [settled, fan];
  const conversion = event(`${id} conversion`, "CONVERSION", {
    ...{ currency: given.currency, gross: given.gross, day: names.day },
    other: { other_currency: got.currency, other_minor: got.gross },
  });
  const main = event(id, kind, { ...names, currency: fan.currency, gross: fan.gross });
  return { events: [main, conversion, ...feesOf(id, kind, fee, names)], currency, net };
}

interface Names {
  payment: string | null;
  reference: string | null;
  day: string | null;
}

const isDispute = (kind: SettledKind) => kind === "DISPUTE" || kind === "DISPUTE_REVERSED";

function referenceOf(kind: SettledKind, row: Row): string | null {
  if (kind === "PAYMENT" || kind === "PAYMENT_FAILED") return null;
  const isRefund = kind === "REFUND" || kind === "REFUND_FAILED";
  return (isRefund && row(OUR_REFUND)) || row("source_id") || null;
}

function feesOf(id: string, of: SettledKind, fee: Money, { payment, reference, day }: Names): SettledEvent[] {
  const { currency, gross, way } = fee;
  if (gross === 0) return [];
  const said = { currency, gross, day };
  if (isDispute(of)) {
    const kind = way === 1 ? "CHARGEBACK_FEE" : "CHARGEBACK_FEE_RETURNED";
    return [event(`${id} fee`, kind, { ...said, payment, reference })];
  }
  return [
    event(`${id} fee`, way === 1 ? "FEE" : "FEE_RETURNED", { ...said, reference: reference ?? payment }),
  ];
}

function isSum(text: string, net: number, currency: string, currencies: ReadonlySet<string>): boolean {
  if (text === "") return true;
  const said = money(text, currency, currencies);
  return typeof said !== "string" && said.way * said.gross === net;
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

/** If not in Stripe's settlement currency. */
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
    isAsSettled?: boolean;
    other?: { other_currency: string; other_minor: Minor };
  },
): SettledEvent {
  return {
    ...{ event_ref, kind, payment_ref: said.payment ?? null, reference: said.reference ?? null },
    ...{ currency: said.currency, gross_minor: said.gross, fee_minor: said.fee ?? minor(0) },
    ...(said.other ?? { other_currency: null, other_minor: null }),
    ...{ occurred_on: said.day, reaches_bank: kind === "TRANSFER" },
    ...(said.isAsSettled && { is_as_settled: true }),
  };
}

function payoutDay(row: Row): string | null {
  return day(row("automatic_payout_effective_at") || row("automatic_payout_effective_at_utc"));
}

function day(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}(?:[ T]|$)/.test(text) ? text.slice(0, 10) : null;
}

const PAGE_ROWS = 100;
const ROWS_MAXIMUM = 100_000;
const ACCOUNT_ROWS_MAXIMUM = 10_000;
const OF_FANS = ["charge", "charge_failure", "refund", "platform_earning", "platform_earning_refund"];

const sourceSchema = z.object({
  id: z.string(),
  object: z.string(),
  /** Of our fee: the charge and its account. */
  ...{ charge: z.string().nullish(), account: z.string().nullish() },
  amount: z.int().nullish(),
  currency: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.string().nullish(),
});
const movementSchema = z.object({
  id: z.string(),
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  created: z.int(),
  reporting_category: z.string(),
  source: sourceSchema.nullable(),
});
type Movement = z.infer<typeof movementSchema>;
const pageSchema = z.object({ data: z.array(movementSchema), has_more: z.boolean() });

/**
 * `/v1/balance_transactions` since a moment, with the file's events and names. `nameOf` maps Stripe's
 * payments to ours.
 */
export async function fetchStripeBalance(
  ask: Ask,
  nameOf: (paymentIntent: string) => Promise<string | null>,
  since: Date,
  currencies: ReadonlySet<string>,
): Promise<SettledEvent[] | SettlementFault> {
  const movements = await listMovements(ask, since);
  const payments = new Map<string, string>();
  for (const { source } of movements) {
    const id = source?.metadata?.[PAYMENT_KEY];
    if (source?.payment_intent && id) payments.set(source.payment_intent, id);
  }
  for (const { source } of movements) {
    const intent = source?.payment_intent;
    if (!intent || payments.has(intent)) continue;
    payments.set(intent, (await nameOf(intent)) ?? "");
  }
  for (const [charge, payment] of await paymentsOfFees(ask, movements, since)) payments.set(charge, payment);
  return readRows(
    movements.map((movement) => rowOf(movement, payments)),
    currencies,
  );
}

const chargeSchema = z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) });
const BEFORE_MS = 86_400_000;

/** Fees have no metadata: their charges do. */
async function paymentsOfFees(
  ask: Ask,
  movements: readonly Movement[],
  since: Date,
): Promise<Map<string, string>> {
  const fees = movements.flatMap(({ source }) => (source?.object === "application_fee" ? [source] : []));
  const accounts = new Set(fees.flatMap(({ account }) => account ?? []));
  const created = { gte: Math.trunc((since.getTime() - BEFORE_MS) / 1000) };
  const payments = new Map<string, string>();
  for (const stripeAccount of accounts) {
    try {
      const charges = await ask(z.array(chargeSchema), (stripe) =>
        stripe.charges
          .list({ created, limit: PAGE_ROWS }, { stripeAccount })
          .autoPagingToArray({ limit: ACCOUNT_ROWS_MAXIMUM }),
      );
      for (const { id, metadata } of charges) payments.set(id, metadata[PAYMENT_KEY] ?? "");
    } catch (error) {
      // Its fees wait for an operator, as unknown payments.
      if (!(error instanceof AccountGone)) throw error;
    }
  }
  return payments;
}

async function listMovements(ask: Ask, since: Date): Promise<Movement[]> {
  const movements: Movement[] = [];
  let last: string | undefined;
  for (;;) {
    const asked: StripeClient.BalanceTransactionListParams = {
      ...{ created: { gte: Math.trunc(since.getTime() / 1000) }, limit: PAGE_ROWS },
      expand: ["data.source"],
      ...(last !== undefined && { starting_after: last }),
    };
    const { data, has_more } = await ask(pageSchema, (stripe) => stripe.balanceTransactions.list(asked));
    movements.push(...data);
    last = data.at(-1)?.id;
    if (!has_more || last === undefined) return movements;
    if (movements.length >= ROWS_MAXIMUM)
      throw new ProviderRefused("stripe has more movements of that time than are read at once");
  }
}

function rowOf(movement: Movement, payments: ReadonlyMap<string, string>): Row {
  const { id, amount, fee, net, created, reporting_category, source } = movement;
  const currency = movement.currency.toUpperCase();
  const whole = (minor: number, of = currency) => toDecimal(minor, of);
  const fansCurrency = source?.currency?.toUpperCase() ?? "";
  const hasFan = OF_FANS.includes(reporting_category) && fansCurrency !== "";
  const cells: Record<string, string> = {
    balance_transaction_id: reporting_category === "payout" ? (source?.id ?? id) : id,
    ...{ currency, gross: whole(amount), fee: whole(fee), net: whole(net), reporting_category },
    ...{ source_id: source?.id ?? "", created: new Date(created * 1000).toISOString().slice(0, 10) },
    customer_facing_amount: hasFan ? whole(source?.amount ?? 0, fansCurrency) : "",
    customer_facing_currency: hasFan ? fansCurrency : "",
    [OUR_PAYMENT]: paymentOf(source, payments),
    [OUR_REFUND]: source?.metadata?.[REFUND_KEY] ?? "",
  };
  return (column) => cells[column] ?? "";
}

function paymentOf(source: Movement["source"], payments: ReadonlyMap<string, string>): string {
  if (source?.object === "fee_refund") return source.metadata?.[PAYMENT_KEY] ?? "";
  const name = source?.object === "application_fee" ? source.charge : source?.payment_intent;
  return payments.get(name ?? "") ?? "";
}
