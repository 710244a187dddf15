import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { checkAndFreeze, payoutsAreFrozen } from "../../app/domain/ledger/ledger-checks.server.ts";
import { createDatabase } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { REFUSED } from "../support/database/ledger-checks.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  mature,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

// What somebody tries who has the application's rights in the database, and no more.

let database: TestDatabase;
let application: Kysely<DB>;
let world: TipWorld;
let creator: Creator;
let role: string;

beforeEach(async () => {
  role = `tribute_attacker_${randomBytes(4).toString("hex")}`;
  database = await createTestDatabase();
  const password = randomBytes(12).toString("hex");
  await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(database.db);
  // Whoever drops the database may cut connections of this role, too.
  await sql`grant ${sql.id(role)} to current_user with inherit true`.execute(database.db);
  const url = Object.assign(new URL(database.url), { username: role, password });
  await migrateToLatest(database.url, url.href);
  application = createDatabase(url.href);
  world = createTipWorld(application);
  creator = await createCreator(world);
  await payTip(world, creator, { amount: 50_00 });
  await mature(world, 8);
});
afterEach(async () => {
  await application.destroy();
  await database.drop();
  const admin = createDatabase(inject("testDatabase").adminUrl);
  await sql`drop role ${sql.id(role)}`.execute(admin);
  await admin.destroy();
});

const check = async (extent: "DELTA" | "FULL") => {
  const services = { db: world.db, clock: world.clock, newId: world.newId };
  return (await checkAndFreeze(services, extent)).faults;
};

async function accountId(code: string): Promise<number> {
  const { id } = await world.db
    .selectFrom("ledger_account")
    .select("id")
    .where("code", "=", code)
    .where("currency", "=", "EUR")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  return id;
}

it("a check that cannot be answered freezes payouts, is named, and keeps no other check from being asked", async () => {
  expect(await check("FULL")).toEqual([]);
  await payTip(world, creator, { amount: 5_00 });
  await sql`
    update ledger_account set credits = 9000000000000000000
    where code = 'creator_pending' and id in (select credit_account from ledger_transfer)`.execute(world.db);
  expect(await check("DELTA")).toContain("40-moved-balances-equal-sums");
  expect(await payoutsAreFrozen(world.db)).toBe(true);
  await sql`
    insert into month_statements (creator_id, currency, month, number, facts, issued_at)
    values (${creator.id}, 'EUR', '2026-01', 1, '{"opening_minor": "x", "movements": []}', now())`.execute(
    world.db,
  );
  expect(await check("FULL")).toEqual(
    expect.arrayContaining(["02-cached-balance-equals-sum", "27-documents-are-whole"]),
  );
});

it("what only a look at everything finds is looked for every time, until it is mended", async () => {
  expect(await check("FULL")).toEqual([]);
  const raise = (by: number) =>
    sql`update ledger_account set credits = credits + ${by} where code = 'creator_available'`.execute(
      world.db,
    );
  await raise(1);
  expect(await check("FULL")).toEqual(["02-cached-balance-equals-sum"]);
  await world.db.updateTable("payout_freezes").set({ lifted_at: world.clock() }).execute();
  world.time.passSeconds(600);
  expect(await check("DELTA")).toEqual(["02-cached-balance-equals-sum"]);
  expect(await payoutsAreFrozen(world.db)).toBe(true);
  await raise(-1);
  world.time.passSeconds(600);
  expect(await check("DELTA")).toEqual([]);
});

it("nobody with the application's rights can choose a transaction's id, write a checkpoint or a mark, or do away with a freeze", async () => {
  await check("FULL");
  const columns = sql`kind, idempotency_key, body_hash, reference, cause, cause_id, effective_at, created_at`;
  for (const id of [-1, 0, 9_007_199_254_740_000])
    await expect(
      sql`insert into ledger_transaction (id, ${columns}) overriding system value
        values (${id}, 'x', 'x', '', 'x', 'payment', gen_random_uuid(), now(), now())`.execute(world.db),
    ).rejects.toThrow(REFUSED.forbidden);
  for (const statement of [
    sql`insert into ledger_checkpoints select id + 1, id, upto_transaction, upto_transaction + 1, 0, 0, hash, now() from ledger_checkpoints`,
    sql`update ledger_account_marks set credits = credits + 1`,
    sql`insert into ledger_account_marks select id, 1, 1 from ledger_account`,
    sql`delete from payout_freezes`,
  ])
    await expect(statement.execute(world.db)).rejects.toThrow(REFUSED.forbidden);
});

it("lines that are added to a lawful posting are found, whatever they sum to", async () => {
  await payTip(world, creator, { amount: 5_00 });
  const [from, to] = [await accountId("psp_clearing"), await accountId("creator_available")];
  const last = sql`(select max(id) from ledger_transaction where kind = 'tip_paid')`;
  for (const seq of [10, 11])
    await sql`insert into ledger_transfer values (${last}, ${seq}, ${from}, ${to}, 'EUR', 1)`.execute(
      world.db,
    );
  await sql`update ledger_account set credits = credits + 2 where id = ${to}`.execute(world.db);
  expect(await check("DELTA")).toContain("15-tips-as-posted");
});
