import { parse } from "csv-parse/sync";
import { z } from "zod";
import { productRules } from "../money/product-rules.ts";

/** One line of a bank's file of results. */
export interface BankResult {
  /** In the file, the header's being 1. */
  line: number;
  payout_id: string;
  status: "paid" | "failed" | "returned";
  reason: string | null;
}

/** What a file says; `wrong` are the lines that say nothing that can be understood. */
export type ReadResults =
  | { outcome: "read"; results: BankResult[]; wrong: number[] }
  | { outcome: "unreadable" | "too_big" };

const rowSchema = z.object({
  end_to_end_id: z
    .string()
    .transform((text) => text.replaceAll("-", "").toLowerCase())
    .pipe(z.string().regex(/^[0-9a-f]{32}$/)),
  status: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(["paid", "failed", "returned"])),
  reason: z
    .string()
    .optional()
    .transform((text) => text?.slice(0, productRules.payout.reason_characters_maximum) || null),
});

const fileSchema = z.array(
  z.object({ record: z.record(z.string(), z.unknown()), info: z.object({ lines: z.number() }) }),
);

/**
 * Reads what a bank (or whoever types up its answer) sends back: a CSV with the columns end_to_end_id, status (paid,
 * failed, returned) and reason, divided by semicolons or commas.
 */
export function readBankResults(bytes: Uint8Array): ReadResults {
  if (bytes.byteLength > productRules.payout.results_bytes_maximum) return { outcome: "too_big" };
  const text = new TextDecoder().decode(bytes);
  const head = text.split(/\r?\n|\r/, 1)[0] ?? "";
  const columns = (names: string[]) => names.map((name) => name.trim().toLowerCase());
  let rows: z.infer<typeof fileSchema>;
  try {
    const options = { delimiter: head.includes(";") ? ";" : ",", columns, info: true, bom: true };
    rows = fileSchema.parse(
      parse(text, { ...options, trim: true, skip_empty_lines: true, relax_column_count: true }),
    );
  } catch {
    return { outcome: "unreadable" };
  }
  const names = columns(head.replace(/^\uFEFF/, "").split(/[;,]/)).map((name) => name.replace(/^"|"$/g, ""));
  if (!names.includes("end_to_end_id") || !names.includes("status")) return { outcome: "unreadable" };
  const results: BankResult[] = [];
  const wrong: number[] = [];
  for (const { record, info } of rows) {
    const row = rowSchema.safeParse(record);
    if (!row.success || row.data.reason?.includes("\0")) {
      wrong.push(info.lines);
      continue;
    }
    const { end_to_end_id: id, status, reason } = row.data;
    results.push({ line: info.lines, payout_id: withDashes(id), status, reason });
  }
  return { outcome: "read", results, wrong };
}

function withDashes(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
