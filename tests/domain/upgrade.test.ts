import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPool } from "../../db/index.ts";
import { isMigrated, migrateToLatest } from "../../db/migrate.ts";
import { migrationsAfter } from "../../db/migrations/index.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { describeSchema } from "../support/database/describe-schema.ts";
import { createEarlierDatabase, EARLIER_NOW } from "../support/database/earlier-database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createTipWorld, payTip } from "../support/money/tip-world.ts";

const INTERMEDIATE = "2026-11-25-95-1-corrections";

let present: TestDatabase;
let earlier: TestDatabase;

beforeAll(async () => {
  [present, earlier] = await Promise.all([createTestDatabase(), createEarlierDatabase()]);
  await migrateToLatest(earlier.url);
});
afterAll(() => Promise.all([present.drop(), earlier.drop()]));

const listDone = async ({ db }: TestDatabase): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

describe("a database of version f1322c4b", () => {
  it("has the schema of a new one after the upgrade", async () => {
    const schema = await describeSchema(earlier.db);
    expect(schema.length).toBeGreaterThan(1500);
    expect(schema).toEqual(await describeSchema(present.db));
    expect(await isMigrated(earlier.db)).toBe(true);
  });

  it("is migrated once", async () => {
    const done = await listDone(earlier);
    await migrateToLatest(earlier.url);
    expect(await listDone(earlier)).toEqual(done);
  });

  it("has clean books, before and after a tip", async () => {
    await expectCleanBooks(earlier.db, EARLIER_NOW);
    const world = createTipWorld(earlier.db, movableClock(EARLIER_NOW));
    const ada = await earlier.db
      .selectFrom("users")
      .select(["id", "username", "currency"])
      .where("username", "=", "ada")
      .executeTakeFirstOrThrow();
    const payment = await payTip(world, { ...ada, username: "ada" }, { amount: 12_00 });
    expect(payment.status).toBe("SUCCESS");
    await expectCleanBooks(earlier.db, EARLIER_NOW);
  });
});

describe("the upgrade", () => {
  const one = async (query: ReturnType<typeof sql>): Promise<unknown> =>
    (await query.execute(earlier.db)).rows[0];

  it("ends the sessions of operators alone", async () => {
    expect(
      await one(sql`select count(*)::int as sessions, bool_and(u.role = 'CREATOR') as of_creators
        from sessions s join users u on u.id = s.user_id`),
    ).toEqual({ sessions: 4, of_creators: true });
  });

  it("names bank statements by their closing day", async () => {
    expect(await one(sql`select issue, page from bank_statements`)).toEqual({
      issue: "2026-11-01",
      page: null,
    });
  });

  it("prolongs vouchers by the days that redemptions waited", async () => {
    expect(
      await one(sql`
        select bool_and(v.waited_days = r.days) as are_prolonged, count(*)::int as vouchers from vouchers v join (
          select voucher_id, ceil(sum(extract(epoch from ended_at - asked_at)) / 86400)::int as days
          from voucher_redemptions where status = 'RETURNED' group by voucher_id
        ) r on r.voucher_id = v.id`),
    ).toEqual({ are_prolonged: true, vouchers: 2 });
  });

  it("begins the credits of a group at its next turn", async () => {
    expect(
      await one(
        sql`select bool_and(credits_from_turn = tips_paid) as agrees from grouplists where tips_paid > 0`,
      ),
    ).toEqual({ agrees: true });
  });

  it("hashes the causes of earlier checkpoints", async () => {
    expect(
      await one(sql`
        select k.causes_hash = (select sha256(string_agg(c.digest, '' order by c.transaction_id, c.part))
          from ledger_causes(0, k.upto_transaction) c) as agrees from ledger_checkpoints k`),
    ).toEqual({ agrees: true });
  });

  it("puts every earlier row of a chained table into the chain", async () => {
    for (const [kind, table] of [
      ["DESTINATION", "payout_destinations"],
      ["ACT", "operator_acts"],
      ["STATEMENT", "bank_statements"],
      ["USERS", "users"],
      ["SETTLEMENTS", "settlements"],
    ])
      expect(
        await one(sql`
          select count(*) > 0 and bool_and(chain_digest(r) = (
            select e.digest from chain_entries e where e.kind = ${kind} and e.row_id = r.id::text order by e.id desc limit 1
          )) as is_whole from ${sql.table(table ?? "")} r`),
      ).toEqual({ is_whole: true });
  });

  it("checks earlier VAT ids", async () => {
    expect(await one(sql`select vat_id, state from vat_id_checks`)).toEqual({
      vat_id: "ATU12345675",
      state: "UNCHECKED",
    });
  });
});

it("a database between f1322c4b and the baseline reaches the same schema", async () => {
  const between = await createEarlierDatabase();
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool(between.url, { max: 2 }) }),
  });
  const found = migrationsAfter(await listDone(between));
  if (found === "too_old") throw new Error("the fixture is old enough");
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => found } }).migrateTo(
    INTERMEDIATE,
  );
  await db.destroy();
  expect(error).toBeUndefined();
  expect((await listDone(between)).at(-1)).toBe(INTERMEDIATE);
  await migrateToLatest(between.url);
  expect(await describeSchema(between.db)).toEqual(await describeSchema(present.db));
  await between.drop();
});

it("an older database is refused untouched, with what to do", async () => {
  const old = await createEarlierDatabase();
  await sql`delete from kysely_migration where name >= '2026-11-24'`.execute(old.db);
  const schema = await describeSchema(old.db);
  await expect(migrateToLatest(old.url)).rejects.toThrow(
    "The database of DATABASE_URL cannot be used: its tables are of a version before 25 November 2026; start version f1322c4b with it once, then this one",
  );
  expect(await describeSchema(old.db)).toEqual(schema);
  await old.drop();
});
