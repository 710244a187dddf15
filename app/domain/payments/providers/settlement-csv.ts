import { parse } from "csv-parse/sync";
import { type Minor, parseAmount } from "../../money/minor.ts";
import {
  SETTLED_KINDS,
  type SettledEvent,
  type SettledKind,
  type SettlementFault,
} from "../provider-port.ts";

const COLUMNS = [
  ...(["currency", "gross", "fee", "reference"] as const),
  ...(["event", "kind", "payment", "other_currency", "other_gross", "date"] as const),
] as const;
type Column = (typeof COLUMNS)[number];
type Line = (column: Column) => string;
type Fault = SettlementFault["fault"];

const PAYMENT_COLUMNS: readonly Column[] = ["currency", "gross", "fee", "reference"];
const EVENT_COLUMNS: readonly Column[] = [...PAYMENT_COLUMNS, "event", "kind", "payment"];
const ROWS_MAXIMUM = 100_000;
const REFERENCE_MAXIMUM = 500;

const OF_A_PAYMENT: readonly SettledKind[] = [
  ...(["PAYMENT", "REFUND", "DISPUTE", "DISPUTE_REVERSED"] as const),
  ...(["PAYMENT_FAILED", "REFUND_FAILED"] as const),
];
const NAMED: readonly SettledKind[] = [
  ...(["REFUND", "DISPUTE", "DISPUTE_REVERSED", "REFUND_FAILED"] as const),
  ...(["TRANSFER", "COLLECTION", "SHARE_PASSED", "SHARE_REVERSED"] as const),
];

/**
 * Columns in any order. Without event and kind, rows are payments that reached our bank. An unreadable row,
 * or an inexact sum, refuses the file.
 */
export function readSettlementCsv(
  bytes: Uint8Array,
  currencies: ReadonlySet<string>,
): SettledEvent[] | SettlementFault {
  const records = readRecords(bytes);
  if (!records) return { line: null, fault: "no_csv" };
  const [heading = [], ...lines] = records;
  const names = heading.map((name) => name.toLowerCase());
  const hasEvents = names.includes("event") || names.includes("kind");
  const needed = hasEvents ? EVENT_COLUMNS : PAYMENT_COLUMNS;
  const missing = needed.filter((column) => !names.includes(column));
  if (missing.length > 0) return { line: 1, fault: "columns", missing };
  if (lines.length === 0) return { line: null, fault: "no_rows" };
  const places = new Map(COLUMNS.map((column) => [column, names.indexOf(column)]));
  const events: SettledEvent[] = [];
  let total = 0;
  for (const [index, cells] of lines.entries()) {
    const line: Line = (column) => cells[places.get(column) ?? -1] ?? "";
    const read = hasEvents ? readEvent(line, currencies) : readPayment(line, currencies);
    if (typeof read === "string") return { line: index + 2, fault: read };
    total += read.gross_minor + read.fee_minor + (read.other_minor ?? 0);
    if (!Number.isSafeInteger(total)) return { line: index + 2, fault: "amount" };
    events.push(read);
  }
  return events;
}

/** Null for no CSV, or one too long. */
export function readRecords(bytes: Uint8Array): string[][] | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const records: string[][] = parse(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, max_record_size: 10_000 },
    });
    const isTooMuch =
      records.length > ROWS_MAXIMUM + 1 ||
      records.some((row) => row.some((cell) => cell.length > REFERENCE_MAXIMUM));
    return text.includes("\0") || isTooMuch ? null : records;
  } catch {
    return null;
  }
}

function readMoney(
  line: Line,
  currencies: ReadonlySet<string>,
): { currency: string; gross_minor: Minor; fee_minor: Minor } | Fault {
  const currency = line("currency");
  if (!currencies.has(currency)) return "currency";
  const gross_minor = parseAmount(line("gross"), "en", currency);
  const fee_minor = parseAmount(line("fee"), "en", currency);
  if (gross_minor === null || fee_minor === null || gross_minor === 0) return "amount";
  return { currency, gross_minor, fee_minor };
}

function readPayment(line: Line, currencies: ReadonlySet<string>): SettledEvent | Fault {
  const money = readMoney(line, currencies);
  if (typeof money === "string") return money;
  if (money.fee_minor > money.gross_minor) return "fee_above_gross";
  const payment_ref = line("reference");
  if (payment_ref === "") return "names";
  return {
    ...{ event_ref: `${payment_ref} ${money.currency}`, kind: "PAYMENT", payment_ref, reference: null },
    ...money,
    ...{ other_currency: null, other_minor: null, occurred_on: null, reaches_bank: true },
  };
}

function readEvent(line: Line, currencies: ReadonlySet<string>): SettledEvent | Fault {
  const event_ref = line("event");
  if (event_ref === "") return "event";
  const kind = SETTLED_KINDS.find((each) => each === line("kind").toUpperCase());
  if (!kind) return "kind";
  const money = readMoney(line, currencies);
  if (typeof money === "string") return money;
  const ofPayment = OF_A_PAYMENT.includes(kind);
  if (money.fee_minor > 0 && !ofPayment) return "fee";
  const payment_ref = line("payment") || null;
  const reference = line("reference") || null;
  if ((ofPayment && payment_ref === null) || (NAMED.includes(kind) && reference === null)) return "names";
  const other = readOther(kind, line, currencies, money.currency);
  if (typeof other === "string") return other;
  const occurred_on = line("date") || null;
  if (occurred_on !== null && !isDay(occurred_on)) return "date";
  const reaches_bank = kind === "TRANSFER";
  return {
    ...{ event_ref, kind, payment_ref },
    reference: kind === "PAYMENT" || kind === "PAYMENT_FAILED" ? null : reference,
    ...{ ...money, ...other, occurred_on, reaches_bank },
  };
}

function readOther(
  kind: SettledKind,
  line: Line,
  currencies: ReadonlySet<string>,
  given: string,
): Pick<SettledEvent, "other_currency" | "other_minor"> | Fault {
  const other_currency = line("other_currency");
  if (kind !== "CONVERSION")
    return other_currency === "" && line("other_gross") === ""
      ? { other_currency: null, other_minor: null }
      : "conversion";
  if (!currencies.has(other_currency)) return "currency";
  const other_minor = parseAmount(line("other_gross"), "en", other_currency);
  if (other_minor === null || other_minor === 0 || other_currency === given) return "conversion";
  return { other_currency, other_minor };
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
