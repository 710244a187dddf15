import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { releaseDueFunds } from "../../app/domain/earnings/maturing.server.ts";
import { processRefund } from "../../app/domain/payment-updates/process-refund.server.ts";
import { checkRollups } from "../../app/domain/rollups/check-rollups.server.ts";
import { findSuspenseCase } from "../../app/domain/suspense/suspense-entries.server.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import { migrateTo } from "../../scripts/backup/load.ts";
import { copyRows } from "../support/database/copy-rows.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  beginTip,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  moveAccount,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
} from "../support/money/tip-world.ts";

/** The last schema without the months, the fans and what each share counts for. */
const BEFORE = "2026-11-22-63-item-order";

let present: TestDatabase;
let earlier: TestDatabase;

beforeAll(async () => {
  [present, earlier] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
  await migrateTo(earlier.url, BEFORE);
  await fill(createTipWorld(present.db, movableClock(new Date("2026-09-30T21:59:30Z"))));
});
afterAll(() => Promise.all([present.drop(), earlier.drop()]));

it("an update from a version without months, fans and rows of suspense has for every earlier payment what the product writes for a new one", async () => {
  await copyRows(present.url, earlier.url);
  // Until then a tip of which a part went back counted for the whole, on its day and in the ranks.
  await sql`update daily_tip_totals set amount_minor = amount_minor + 5, amount_eur_minor = amount_eur_minor + 5`.execute(
    earlier.db,
  );
  await sql`update leaderboard_totals set tips_count = tips_count + 1`.execute(earlier.db);

  await migrateToLatest(earlier.url);

  expect(await checkRollups(earlier.db)).toEqual([]);
  expect(await countsIn(earlier.db)).toEqual(await countsIn(present.db));
});

/** Tips in two currencies and three months, of fans who come back and of some without an address; money that goes back. */
async function fill(world: TipWorld): Promise<void> {
  const euros = await createCreator(world);
  const dollars = await createCreator(world, { currency: "USD" });
  const gone = await createCreator(world);
  const surplus = await beginTip(world, gone, { amount: 6_00, email: "fan@example.org" });
  const returned = await beginTip(world, gone, { amount: 7_00, payIn: "USD" });
  for (const who of [euros, dollars]) {
    const isEuros = who === euros;
    const first = await payTip(world, who, { amount: 20_00, email: "Fan@Example.org", country: "AT" });
    world.time.passSeconds(60);
    const second = await payTip(world, who, { amount: 10_01, email: "fan@example.org", payIn: "GBP" });
    await payTip(world, who, {
      amount: 3_00,
      email: "other@example.org",
      type: isEuros ? "INETCASH_OB" : "INETCASH_CC",
    });
    world.time.passSeconds(20 * DAY_SECONDS);
    const third = await payTip(world, who, { amount: 8_33, email: "third@example.org" });
    const fourth = await payTip(world, who, { amount: 9_99, type: isEuros ? "INETCASH_DD" : "INETCASH_CC" });
    const fifth = await payTip(world, who, { amount: 7_00, email: "other@example.org" });
    await payTip(world, who, { amount: 4_00, message: "www.example.org" });
    await refund(world, first, by(who), 6_50);
    await refund(world, fourth, by(who));
    await tellDispute(world, second, "LOST", { amount: Math.floor(second.charged_minor / 3) });
    await tellDispute(world, third, "LOST");
    await tellDispute(world, fifth, "OPEN");
    world.time.passSeconds(15 * DAY_SECONDS);
    await payTip(world, who, { amount: 5_55, email: "third@example.org" });
  }
  await moveAccount(world, gone.id, ["LOCKED"]);
  await tell(world, surplus);
  await tell(world, returned);
  await processRefund(world, (await findSuspenseCase(world.db, returned.id))?.refund_id ?? "");
  await releaseDueFunds(world.db, world.clock());
  await expectCleanBooks(world.db, world.clock());
}

/** Every roll-up and what it is made of, what lies in suspense and what was posted for what; the window of thirty days is another day's in each database. */
async function countsIn(db: Kysely<DB>): Promise<unknown> {
  const { rows } = await sql`
    select 'day' as of, to_jsonb(d) as row from daily_tip_totals d
    union all select 'month', to_jsonb(m) from monthly_tip_totals m
    union all select 'fan', to_jsonb(f) from fan_totals f
    union all select 'fans', to_jsonb(c) from fan_counts c
    union all select 'rank', to_jsonb(r) from leaderboard_totals r where period <> '30DAYS'
    union all select 'share', to_jsonb(a) from tip_allocations a
    union all select 'tip', to_jsonb(t) from tips t
    union all select 'suspense', to_jsonb(s) from suspense_entries s
    union all select 'exit', to_jsonb(x) - 'id' from suspense_exits x
    union all select 'cause of ' || t.idempotency_key, to_jsonb(array[t.cause, t.cause_part,
      coalesce((select x.reference from suspense_exits x where x.id = t.cause_id), t.cause_id::text)])
    from ledger_transaction t
    order by 1, 2`.execute(db);
  return rows;
}
