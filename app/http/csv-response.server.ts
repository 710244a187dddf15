import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { stringify } from "csv-stringify/sync";
import { LANGUAGES } from "../../locales/index.ts";
import type { Locale } from "../domain/money/minor.ts";

/** What a spreadsheet in each language takes for a new column; the decimal mark is the language's. */
const DELIMITERS: Record<"," | ".", string> = { ",": ";", ".": "," };

/** An amount such as "12.50" as a spreadsheet in this language reads it. */
export function csvAmount(decimal: string, locale: Locale): string {
  return decimal.replace(".", LANGUAGES[locale].decimalMark);
}

/**
 * A table for spreadsheets, sent as it is read: the next portion only when the browser has taken the one before. Cells
 * that would be formulas are text.
 */
export function csvResponse(
  { name, heads, locale }: { name: string; heads: readonly string[]; locale: Locale },
  portions: AsyncIterable<readonly (readonly string[])[]>,
): Response {
  const delimiter = DELIMITERS[LANGUAGES[locale].decimalMark];
  const encoder = new TextEncoder();
  const lines = (rows: readonly (readonly string[])[]) =>
    stringify(
      rows.map((cells) => cells.map(harmless)),
      { delimiter, record_delimiter: "\r\n", escape_formulas: true },
    );
  async function* parts(): AsyncGenerator<Uint8Array> {
    // Excel takes a file for UTF-8 by its first bytes.
    yield encoder.encode(`\uFEFF${lines([heads])}`);
    for await (const rows of portions) yield encoder.encode(lines(rows));
  }
  return fileResponse({ name: `${name}.csv`, type: "text/csv; charset=utf-8" }, parts());
}

/** A file to keep, sent as it is made; no cache keeps it. */
export function fileResponse(
  { name, type }: { name: string; type: string },
  parts: AsyncIterable<Uint8Array>,
): Response {
  return new Response(createReadableStreamFromReadable(Readable.from(parts)), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** No program that splits at another mark than ours finds a formula behind it. */
function harmless(cell: string): string {
  return cell.replace(/([,;|\t\r\n]\s*)(?=[=+\-@])/g, "$1'");
}
