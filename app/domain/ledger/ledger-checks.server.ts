import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** One check of the books and the rows that it found; each row is a fault. */
export interface CheckResult {
  name: string;
  rows: Record<string, unknown>[];
}

/** Each check of the entries looks at the whole ledger here. */
const PLACES = new Map<string, (now: Date) => RawBuilder<unknown>>([
  [":now", (now) => sql`${now}`],
  [":from", () => sql`0::bigint`],
  [":upto", () => sql`9223372036854775807::bigint`],
]);

/**
 * Runs every check of db/checks (docs/money.md, 4) on one unchanging view of the database, so that
 * tips that settle meanwhile are seen whole or not at all.
 */
export async function checkLedger(
  db: Kysely<DB>,
  now: Date,
  folder = join(process.cwd(), "db/checks"),
): Promise<CheckResult[]> {
  const paths = await readdir(folder, { recursive: true });
  const files = paths
    .filter((file) => file.endsWith(".sql"))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const results: CheckResult[] = [];
      for (const file of files) {
        const text = await readFile(join(folder, file), "utf8");
        const parts = text
          .split(/(?<!:)(:now|:from|:upto)\b/)
          .map((part) => PLACES.get(part)?.(now) ?? sql.raw(part));
        const { rows } = await sql<Record<string, unknown>>`${sql.join(parts, sql``)}`.execute(trx);
        results.push({ name: basename(file, ".sql"), rows });
      }
      return results;
    });
}

/**
 * The ten-minute check: any fault freezes payouts until an operator lifts it; tips go on. Returns the names of the
 * checks that found something.
 */
export async function checkAndFreeze(
  services: { db: Kysely<DB>; clock: () => Date; newId: () => string },
  folder?: string,
): Promise<string[]> {
  const now = services.clock();
  const faults = (await checkLedger(services.db, now, folder)).filter((result) => result.rows.length > 0);
  const names = faults.map((fault) => fault.name);
  if (names.length > 0) {
    await services.db
      .insertInto("payout_freezes")
      .values({ id: services.newId(), reason: `ledger check: ${names.join(", ")}`, frozen_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return names;
}

/** True while payouts are frozen: asked before every payout. */
export async function payoutsAreFrozen(db: Kysely<DB>): Promise<boolean> {
  const open = await db
    .selectFrom("payout_freezes")
    .select("id")
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}
