import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { cause, clearing, creatorAccount } from "../../app/domain/ledger/chart.ts";
import { getBalances } from "../../app/domain/ledger/post.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { createJobs } from "../../app/jobs/jobs.server.ts";
import { createDatabase } from "../../db/index.ts";
import { migrateToLatest } from "../../db/migrate.ts";
import type { DB } from "../../db/schema.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanLedger, ledgerSize, postAlone, REFUSED } from "../support/database/ledger-checks.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const LEDGER = ["ledger_transaction", "ledger_transfer"] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
/** A role cannot go before what it was granted. */
const rolesToDrop: string[] = [];
afterAll(async () => {
  await database.drop();
  const admin = createDatabase(inject("testDatabase").adminUrl);
  for (const role of rolesToDrop) await sql`drop role ${sql.id(role)}`.execute(admin);
  await admin.destroy();
});

async function postSome(db: Kysely<DB>, creator: string): Promise<void> {
  const transfer = {
    from: clearing("scripted", "EUR"),
    to: creatorAccount("creator_available", creator, "EUR"),
    amount_minor: minor(100),
  };
  await postAlone(
    db,
    [
      {
        ...{ key: `some:${creator}`, kind: "test", cause: cause("payment", creator), reference: "test" },
        ...{ effective_at: NOW, transfers: [transfer] },
      },
    ],
    NOW,
  );
}

/** Every way to change or lose what was written. */
const changes = (table: (typeof LEDGER)[number]) =>
  [
    [
      "changed",
      sql`update ${sql.table(table)} set ${sql.ref(table === "ledger_transfer" ? "amount_minor" : "kind")} = default`,
    ],
    ["deleted", sql`delete from ${sql.table(table)}`],
    ["emptied", sql`truncate ${sql.table(table)} cascade`],
  ] as const;

describe("the ledger", () => {
  it.each(LEDGER.flatMap((table) => changes(table).map(([how, statement]) => ({ table, how, statement }))))(
    "the ledger is unchangeable: a row of $table cannot be $how, not even by the tables' owner",
    async ({ statement }) => {
      await postSome(database.db, randomUUID());
      const before = await ledgerSize(database.db);
      await expect(statement.execute(database.db)).rejects.toThrow(REFUSED.appendOnly);
      expect(await ledgerSize(database.db)).toEqual(before);
      await expectCleanLedger(database.db, NOW);
    },
  );

  it("the ledger cannot be rewritten, and neither can the history of payments and account statuses", async () => {
    const creator = randomUUID();
    await sql`insert into users (id, email, name, username, created_at, updated_at)
      values (${creator}, ${`${creator}@example.org`}, 'Some One', ${`u${creator.slice(-8)}`}, ${NOW}, ${NOW})`.execute(
      database.db,
    );
    await sql`insert into account_status_events (user_id, from_status, to_status, reason, at)
      values (${creator}, 'CREATED', 'PENDING', 'test', ${NOW})`.execute(database.db);
    await expect(sql`update account_status_events set reason = 'other'`.execute(database.db)).rejects.toThrow(
      REFUSED.appendOnly,
    );
    await expect(sql`delete from account_status_events`.execute(database.db)).rejects.toThrow(
      REFUSED.appendOnly,
    );
  });

  it("a posting of the ledger can be reversed once, and no more than once", async () => {
    const creator = randomUUID();
    await postSome(database.db, creator);
    const { id } = await database.db
      .selectFrom("ledger_transaction")
      .select("id")
      .where("idempotency_key", "=", `some:${creator}`)
      .executeTakeFirstOrThrow();
    const reversal = (key: string) => ({
      key,
      kind: "test_reversed",
      cause: cause("payment", creator),
      reference: "test",
      effective_at: NOW,
      reverses: id,
      transfers: [
        {
          from: creatorAccount("creator_available", creator, "EUR"),
          to: clearing("scripted", "EUR"),
          amount_minor: minor(100),
        },
      ],
    });
    await postAlone(database.db, [reversal(`back:${creator}`)], NOW);
    await expect(postAlone(database.db, [reversal(`twice:${creator}`)], NOW)).rejects.toThrow();
    await expectCleanLedger(database.db, NOW);
  });
});

describe("where the tables belong to a role of their own", () => {
  const role = `tribute_app_${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("hex");
  let application: Kysely<DB>;

  beforeAll(async () => {
    await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(database.db);
    rolesToDrop.push(role);
    const url = new URL(database.url);
    url.username = role;
    url.password = password;
    await migrateToLatest(database.url, url.href);
    application = createDatabase(url.href);
  });
  afterAll(() => application.destroy());

  it("the application can post, read and enqueue where the tables belong to a role of their own", async () => {
    const creator = randomUUID();
    await postSome(application, creator);
    expect(await getBalances(application, creator, "EUR")).toMatchObject({ creator_available: 100 });
    const jobs = createJobs(application);
    await application.transaction().execute((trx) => jobs.enqueue(trx, "ledger.check", {}));
    const { rows } = await sql`select from pgboss.job where name = 'ledger.check'`.execute(application);
    expect(rows).toHaveLength(1);
  });

  it.each(LEDGER.flatMap((table) => changes(table).map(([how, statement]) => ({ table, how, statement }))))(
    "the application has no right to have a row of $table $how",
    async ({ statement }) => {
      await expect(statement.execute(application)).rejects.toThrow(REFUSED.forbidden);
    },
  );

  it.each(["audit_log", "payment_events", "account_status_events", "document_views"])(
    "the application has no right to delete or change a row of %s where the tables belong to a role of their own",
    async (table) => {
      for (const statement of [
        sql`delete from ${sql.table(table)}`,
        sql`update ${sql.table(table)} set at = now()`,
      ]) {
        await expect(statement.execute(application)).rejects.toThrow(REFUSED.forbidden);
      }
    },
  );

  it("the application cannot remove the database's guards", async () => {
    for (const statement of [
      sql`alter table ledger_transfer disable trigger all`,
      sql`drop trigger ledger_transfer_rows_stay on ledger_transfer`,
      sql`drop table ledger_transfer`,
      sql`alter table ledger_account drop constraint ledger_account_not_overdrawn`,
      sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    ]) {
      await expect(statement.execute(application)).rejects.toThrow(/must be owner|permission denied/);
    }
  });
});
