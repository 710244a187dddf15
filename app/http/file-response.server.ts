import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { stringify } from "csv-stringify/sync";
import { LANGUAGES } from "../../locales/index.ts";
import type { Locale } from "../domain/money/minor.ts";
import type { ReadableDocument } from "../domain/verification/creator-documents.server.ts";

const NAMES: Record<string, string> = { "image/webp": "webp", "application/pdf": "pdf" };

/** Not cached or executable: images are shown, PDFs downloaded. 404 for none and for another user's. */
export function documentAnswer(document: ReadableDocument | null): Response {
  if (!document) return missing();
  const { kind, content_type, bytes } = document;
  const disposition = content_type === "application/pdf" ? "attachment" : "inline";
  const name = `${kind}.${NAMES[content_type] ?? "bin"}`;
  return privateFile(bytes, content_type, `${disposition}; filename="${name}"`);
}

export function imageAnswer(bytes: Uint8Array | null): Response {
  return bytes ? privateFile(bytes, "image/webp", "inline") : missing();
}

/** `name`: letters, digits, hyphens. 404 for none. */
export function pdfAnswer(pdf: { name: string; bytes: Uint8Array } | null): Response {
  if (!pdf) return missing();
  return privateFile(pdf.bytes, "application/pdf", `attachment; filename="${pdf.name}.pdf"`);
}

/** `name`: letters, digits, hyphens. 404 for none. */
export function jsonFileAnswer(file: { name: string; value: object } | null): Response {
  if (!file) return missing();
  const bytes = new TextEncoder().encode(`${JSON.stringify(file.value, null, 2)}\n`);
  return privateFile(bytes, "application/json", `attachment; filename="${file.name}.json"`);
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "private, no-store" } });
}

function privateFile(bytes: Uint8Array, contentType: string, disposition: string): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": disposition,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

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

/** Formula cells become text; safe for any delimiter. */
function harmless(cell: string): string {
  return cell.replace(/([,;|\t\r\n]\s*)(?=[=+\-@])/g, "$1'");
}
