import { parse } from "csv-parse/sync";
import { parseAmount } from "../../money/minor.ts";
import type { SettledRow, SettlementFault } from "../provider-port.ts";

const COLUMNS = ["currency", "gross", "fee", "reference"];
const ROWS_MAXIMUM = 100_000;
const REFERENCE_MAXIMUM = 500;

/**
 * Reads a settlement in the plain format: a CSV with the columns currency, gross, fee and reference, in any order and
 * among others. A row that cannot be read refuses the whole file.
 */
export function readSettlementCsv(
  bytes: Uint8Array,
  currencies: ReadonlySet<string>,
): SettledRow[] | SettlementFault {
  let records: string[][];
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) return { line: null, fault: "no_csv" };
    records = parse(text, { bom: true, trim: true, skip_empty_lines: true, max_record_size: 10_000 });
  } catch {
    return { line: null, fault: "no_csv" };
  }
  const [heading = [], ...lines] = records;
  const places = COLUMNS.map((name) => heading.map((each) => each.toLowerCase()).indexOf(name));
  if (places.includes(-1)) return { line: 1, fault: "columns" };
  if (lines.length === 0 || lines.length > ROWS_MAXIMUM) return { line: null, fault: "no_rows" };
  const rows: SettledRow[] = [];
  for (const [index, line] of lines.entries()) {
    const [currency = "", gross = "", fee = "", reference = ""] = places.map((place) => line[place] ?? "");
    const at = index + 2;
    if (reference.length > REFERENCE_MAXIMUM) return { line: null, fault: "no_csv" };
    if (!currencies.has(currency)) return { line: at, fault: "currency" };
    const grossMinor = parseAmount(gross, "en", currency);
    const feeMinor = parseAmount(fee, "en", currency);
    if (grossMinor === null || feeMinor === null || grossMinor === 0) return { line: at, fault: "amount" };
    if (feeMinor > grossMinor) return { line: at, fault: "fee_above_gross" };
    rows.push({ currency, reference, gross_minor: grossMinor, fee_minor: feeMinor });
  }
  return rows;
}
