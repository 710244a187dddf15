import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "../../../db/schema.ts";
import { writeAudit } from "../audit/audit.server.ts";
import { post } from "../ledger/ledger.server.ts";
import { providerSettled } from "../ledger/rules/posting-rules.ts";
import { minor } from "../money/minor.ts";
import type { Providers, SettledRow, SettlementFault } from "./provider-port.ts";

/** What a file settles in one currency. */
type SettledSum = Pick<SettledRow, "gross_minor" | "fee_minor">;

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

/**
 * Takes in a provider's settlement (docs/money.md, 3), read by the provider's own adapter. What it says is its name: the
 * same rows twice, in whatever bytes and order, change nothing. A file that settles a payment again, which another one has
 * settled, is refused as a whole. Rows that fit no payment are settled all the same, since the money came, and reported.
 */
export async function importSettlement(
  services: { db: Kysely<DB>; providers: Providers; clock: () => Date; newId: () => string },
  file: { provider: string; bytes: Uint8Array; operator_id: string },
): Promise<SettlementOutcome> {
  const provider = services.providers.get(file.provider);
  const currencies = await services.db.selectFrom("currencies").select("code").execute();
  const rows = provider.readSettlement(file.bytes, new Set(currencies.map((row) => row.code)));
  if ("fault" in rows) return { outcome: "refused", fault: rows };
  const said = rows.map((row) =>
    JSON.stringify([row.currency, row.gross_minor, row.fee_minor, row.reference]),
  );
  const sha256 = hashOf([...said].sort());
  const now = services.clock();
  const totals = sumByCurrency(rows);
  return await services.db.transaction().execute(async (trx): Promise<SettlementOutcome> => {
    // One file of a provider after the other: what one settles, the next one finds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`settlements ${file.provider}`}, 0))`.execute(
      trx,
    );
    const repeated = await trx
      .selectFrom("settlements")
      .select("id")
      .where("provider", "=", file.provider)
      // Files were named by their rows' order, too.
      .where("file_sha256", "in", [sha256, hashOf(said)])
      .executeTakeFirst();
    if (repeated) return { outcome: "repeated", id: repeated.id };
    const references = await settledBefore(trx, file.provider, rows);
    if (references.length > 0)
      return { outcome: "refused", fault: { line: null, fault: "settled_before", references } };
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
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`
      insert into settlement_rows (provider, currency, reference, settlement_id)
      select ${file.provider}, currency, reference, ${written.id}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (currency text, reference text)`.execute(
      trx,
    );
    const name = sha256.toString("hex");
    await post(
      trx,
      [...totals].map(([currency, sum]) =>
        providerSettled(
          provider.name,
          { settlement_id: written.id, event: `${name}:${currency}`, currency, ...sum },
          now,
        ),
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

const hashOf = (said: readonly string[]) =>
  createHash("sha256")
    .update(`[${said.join(",")}]`)
    .digest();

/** Of a file's rows, the references that an earlier file of the provider has settled in that currency, or this one twice. */
async function settledBefore(
  trx: Transaction<DB>,
  provider: string,
  rows: readonly SettledRow[],
): Promise<string[]> {
  const { rows: found } = await sql<{ reference: string }>`
    select r.reference from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (currency text, reference text)
    left join settlement_rows s on s.provider = ${provider} and s.currency = r.currency and s.reference = r.reference
    group by r.currency, r.reference having count(*) > 1 or count(s.settlement_id) > 0
    order by r.reference`.execute(trx);
  return [...new Set(found.map(({ reference }) => reference))];
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
