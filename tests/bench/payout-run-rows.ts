import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import { runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { removeEmbedded, startEmbedded } from "../../db/embedded.ts";
import { createDatabase, createPool } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import { withDatabase } from "../support/database/database-url.ts";
import { AVAILABLE_MINOR, insertPayableCreators } from "../support/money/payable-creators.ts";
import { payByBareSql } from "./bare-payouts.ts";
import type { BenchWorld } from "./bench-world.ts";
import { number } from "./report.ts";
import { spreadOf } from "./verdict.ts";

/** Seconds of the parts of one run. */
interface RunSeconds {
  check_before: number;
  paying: number;
  check_after: number;
}

/**
 * The monthly run beside bare SQL that writes the same rows, in turn, on a PostgreSQL of its own whose commits are
 * durable: each time on a fresh copy of the same database, whose books are checked afterwards.
 */
export async function measurePayoutRun(world: BenchWorld): Promise<void> {
  const { rounds, payableCreators: count } = world.options;
  const dataDir = join(world.folder, "payouts");
  const postgres = await startEmbedded({ dataDir });
  const runs: RunSeconds[] = [];
  const bare: number[] = [];
  try {
    await migrateToLatest(postgres.url);
    const db = createDatabase(postgres.url, { max: 1 });
    await insertPayableCreators(db, count, new Date());
    await db.destroy();
    const admin = createPool(withDatabase(postgres.adminUrl, "postgres"), { max: 1 });
    const onCopy = async <Result>(measure: (db: Kysely<DB>) => Promise<Result>): Promise<Result> => {
      await admin.query("create database tribute_copy template tribute owner tribute");
      // Copying is no part of what is measured: none of it is left to be written.
      await admin.query("checkpoint");
      const copy = createDatabase(withDatabase(postgres.url, "tribute_copy"), { max: 2 });
      const result = await measure(copy);
      await expectAllPaid(copy, count);
      await copy.destroy();
      await admin.query("drop database tribute_copy with (force)");
      return result;
    };
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await onCopy(run));
      bare.push(await onCopy(payByBareSql));
    }
    await admin.end();
  } finally {
    await postgres.stop();
    await removeEmbedded(dataDir);
  }
  const middle = (of: (each: RunSeconds) => number) => spreadOf(runs.map(of)).median;
  const paying = middle((each) => each.paying);
  const checks = `books checked in ${number(middle((each) => each.check_before))} s before and ${number(middle((each) => each.check_after))} s after`;
  world.report.atMost(
    `payout run of ${number(count)} creators / bare SQL`,
    runs.map((each, round) => each.paying / (bare[round] ?? Number.NaN)),
    { limit: 1.5 },
    `${number(paying)} of ${number(spreadOf(bare).median)} s, ${number(count / paying)} payouts a second; ${checks}`,
  );
}

/** The real monthly run, and when its parts began: the first batch and the run's end are in the rows that it wrote. */
async function run(db: Kysely<DB>): Promise<RunSeconds> {
  const began = Date.now();
  const { outcome } = await runMonthlyPayouts({
    db,
    clock: () => new Date(),
    newId: randomUUID,
    rules: defaultSettings.rules,
  });
  const ended = Date.now();
  if (outcome !== "done") throw new Error(`the monthly run ended as ${outcome}`);
  const { rows } = await sql<{ first: Date; last: Date }>`
    select (select min(requested_at) from payouts) as first, (select max(finished_at) from payout_runs) as last`.execute(
    db,
  );
  const [first = Number.NaN, last = Number.NaN] = rows.flatMap((row) => [
    row.first.getTime(),
    row.last.getTime(),
  ]);
  return {
    check_before: (first - began) / 1000,
    paying: (last - first) / 1000,
    check_after: (ended - last) / 1000,
  };
}

/** Both have done the same work, and the books add up after it. */
async function expectAllPaid(db: Kysely<DB>, count: number): Promise<void> {
  const { rows } = await sql<{ payouts: number; posted: number; in_transit: number }>`
    select (select count(*) from payouts) as payouts,
      (select count(*) from ledger_transfer m join ledger_transaction t on t.id = m.transaction_id where t.kind = 'payout_requested') as posted,
      (select sum(credits - debits)::bigint from ledger_account where code = 'payout_in_transit') as in_transit`.execute(
    db,
  );
  const [done] = rows;
  const faults = (await checkLedger(db, new Date())).filter((check) => check.rows.length > 0);
  if (
    faults.length > 0 ||
    done?.payouts !== count ||
    done.posted !== count ||
    done.in_transit !== count * AVAILABLE_MINOR
  )
    throw new Error(`not everybody was paid: ${JSON.stringify([done, faults.map((fault) => fault.name)])}`);
}
