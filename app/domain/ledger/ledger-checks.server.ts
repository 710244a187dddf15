import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** One check of the books and the rows that it found; each row is a fault. */
export interface CheckResult {
  name: string;
  rows: Record<string, unknown>[];
}

/**
 * Runs every check of db/checks (docs/money.md, 4) on one unchanging view of the database, so that
 * tips that settle meanwhile are seen whole or not at all.
 */
export async function checkLedger(
  db: Kysely<DB>,
  now: Date,
  folder = join(process.cwd(), "db/checks"),
): Promise<CheckResult[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const results: CheckResult[] = [];
      for (const file of files) {
        const parts = (await readFile(join(folder, file), "utf8")).split(":now").map((part) => sql.raw(part));
        const { rows } = await sql<Record<string, unknown>>`${sql.join(parts, sql`${now}`)}`.execute(trx);
        results.push({ name: file.replace(/\.sql$/, ""), rows });
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
