import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { post } from "../ledger/ledger.server.ts";
import { providerSettled } from "../ledger/rules/posting-rules.ts";
import { type Minor, minor, parseAmount } from "../money/minor.ts";

/** What a file settles in one currency, in minor units: what was captured, and what the provider keeps of it. */
export interface SettledSum {
  gross_minor: Minor;
  fee_minor: Minor;
}

/** What was wrong with a file, and where: the line counts from 1, the heading included; null is the file as a whole. */
export interface SettlementFault {
  line: number | null;
  fault: "no_csv" | "columns" | "no_rows" | "currency" | "amount" | "fee_above_gross";
}

export type SettlementOutcome =
  | { outcome: "imported"; id: string }
  | { outcome: "repeated"; id: string }
  | { outcome: "refused"; fault: SettlementFault };

/** An imported file, as the books show it. */
export interface Settlement {
  id: string;
  provider: string;
  rows_count: number;
  totals: Record<string, { gross_minor: number; fee_minor: number }>;
  /** References that fit no payment of ours. */
  unknown_references: string[];
  imported_at: Date;
}

const COLUMNS = ["currency", "gross", "fee", "reference"];
const ROWS_MAXIMUM = 100_000;

interface SettledRow extends SettledSum {
  currency: string;
  reference: string;
}

/**
 * Takes in a provider's settlement (docs/money.md, 3): a CSV with the columns currency, gross, fee and
 * reference. What it says is its name: the same rows twice, in whatever bytes, change nothing. Rows that fit no payment are settled all the
 * same, since the money came, and reported.
 */
export async function importSettlement(
  services: { db: Kysely<DB>; clock: () => Date; newId: () => string },
  file: { provider: string; bytes: Uint8Array; operator_id: string },
): Promise<SettlementOutcome> {
  const currencies = await services.db.selectFrom("currencies").select("code").execute();
  const rows = readRows(file.bytes, new Set(currencies.map((row) => row.code)));
  if ("fault" in rows) return { outcome: "refused", fault: rows };
  const said = rows.map((row) => [row.currency, row.gross_minor, row.fee_minor, row.reference]);
  const sha256 = createHash("sha256").update(JSON.stringify(said)).digest();
  const now = services.clock();
  const totals = sumByCurrency(rows);
  return await services.db.transaction().execute(async (trx): Promise<SettlementOutcome> => {
    const written = await trx
      .insertInto("settlements")
      .values({
        id: services.newId(),
        provider: file.provider,
        file_sha256: sha256,
        rows_count: rows.length,
        totals: JSON.stringify(Object.fromEntries(totals)),
        unknown_references: JSON.stringify(await unknownReferences(trx, file.provider, rows)),
        imported_by: file.operator_id,
        imported_at: now,
      })
      .onConflict((conflict) => conflict.columns(["provider", "file_sha256"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!written) {
      const { id } = await trx
        .selectFrom("settlements")
        .select("id")
        .where("provider", "=", file.provider)
        .where("file_sha256", "=", sha256)
        .executeTakeFirstOrThrow();
      return { outcome: "repeated", id };
    }
    const name = `${file.provider}:${sha256.toString("hex")}`;
    await post(
      trx,
      [...totals].map(([currency, sum]) =>
        providerSettled(`${name}:${currency}`, currency, sum.gross_minor, sum.fee_minor, now),
      ),
      now,
    );
    await writeAudit(trx, {
      actor_id: file.operator_id,
      action: "settlement.imported",
      subject: `settlement:${written.id}`,
      before: null,
      after: Object.fromEntries([...totals].map(([currency, sum]) => [currency, sum.gross_minor])),
      now,
    });
    return { outcome: "imported", id: written.id };
  });
}

const unknownSchema = z.array(z.string());
const totalsSchema = z.record(z.string(), z.object({ gross_minor: z.int(), fee_minor: z.int() }));

/** The files that were imported last, the newest first. */
export async function listSettlements(db: Kysely<DB>, limit: number): Promise<Settlement[]> {
  const rows = await db
    .selectFrom("settlements")
    .select(["id", "provider", "rows_count", "totals", "unknown_references", "imported_at"])
    .orderBy("imported_at", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    totals: totalsSchema.parse(row.totals),
    unknown_references: unknownSchema.parse(row.unknown_references),
  }));
}

function readRows(bytes: Uint8Array, currencies: ReadonlySet<string>): SettledRow[] | SettlementFault {
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
    if (!currencies.has(currency)) return { line: at, fault: "currency" };
    const grossMinor = parseAmount(gross, "en", currency);
    const feeMinor = parseAmount(fee, "en", currency);
    if (grossMinor === null || feeMinor === null || grossMinor === 0) return { line: at, fault: "amount" };
    if (feeMinor > grossMinor) return { line: at, fault: "fee_above_gross" };
    rows.push({ currency, reference, gross_minor: grossMinor, fee_minor: feeMinor });
  }
  return rows;
}

function sumByCurrency(rows: readonly SettledRow[]): Map<string, SettledSum> {
  const totals = new Map<string, SettledSum>();
  for (const row of rows) {
    const before = totals.get(row.currency);
    totals.set(row.currency, {
      gross_minor: minor((before?.gross_minor ?? 0) + row.gross_minor),
      fee_minor: minor((before?.fee_minor ?? 0) + row.fee_minor),
    });
  }
  return totals;
}

/** The rows whose reference and currency are of no payment that brought money. */
async function unknownReferences(
  db: Kysely<DB>,
  provider: string,
  rows: readonly SettledRow[],
): Promise<string[]> {
  const known = new Set<string>();
  const references = [...new Set(rows.map((row) => row.reference))];
  for (let start = 0; start < references.length; start += 1_000) {
    const found = await db
      .selectFrom("payments")
      .select(["provider_ref", "charged_currency"])
      .where("provider", "=", provider)
      .where("settled_at", "is not", null)
      .where("provider_ref", "in", references.slice(start, start + 1_000))
      .execute();
    for (const row of found) known.add(`${row.provider_ref} ${row.charged_currency}`);
  }
  return rows
    .filter((row) => !known.has(`${row.reference} ${row.currency}`))
    .map((row) => row.reference.slice(0, 200))
    .slice(0, 1_000);
}
