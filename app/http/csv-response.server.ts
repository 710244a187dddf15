import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { stringify } from "csv-stringify/sync";
import { LANGUAGES } from "../../locales/index.ts";
import type { Locale } from "../domain/money/minor.ts";

/** Spreadsheets split at the mark that is not their language's decimal mark. */
const DELIMITERS: Record<"," | ".", string> = { ",": ";", ".": "," };

export function csvAmount(decimal: string, locale: Locale): string {
  return decimal.replace(".", LANGUAGES[locale].decimalMark);
}

/** Streams with backpressure. Formula cells become text. */
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
    // Excel needs the byte order mark to read UTF-8.
    yield encoder.encode(`\uFEFF${lines([heads])}`);
    for await (const rows of portions) yield encoder.encode(lines(rows));
  }
  return fileResponse({ name: `${name}.csv`, type: "text/csv; charset=utf-8" }, parts());
}

/** A streamed download without caching. */
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

/** Also safe for programs that split at another delimiter. */
function harmless(cell: string): string {
  return cell.replace(/([,;|\t\r\n]\s*)(?=[=+\-@])/g, "$1'");
}
