import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { beforeAll, describe, expect } from "vitest";
import { createEncryption, createVoucherCodes } from "../../app/crypto/crypto.server.ts";
import { businessDate } from "../../app/domain/calendar.ts";
import {
  chainHead,
  checkAndFreeze,
  checkIn,
  findInChain,
  mailChainHead,
} from "../../app/domain/ledger/ledger-checks.server.ts";
import { trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { takeStatements } from "../../app/domain/payouts/bank-statements/statement-import.server.ts";
import { reencryptAll } from "../../app/domain/reencryption/reencryption.server.ts";
import type { DB } from "../../db/schema.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { camt } from "../support/money/camt.ts";
import { turnGuardsOff } from "../support/money/guards-off.ts";
import {
  acceptPayoutData,
  batchUp,
  confirmNewData,
  makeOperator,
  OUR_ACCOUNT,
  PAYOUT_SECRET,
  type PayoutWorld,
  waitingForMoney,
  withPayouts,
} from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  earnBefore,
  payTip,
} from "../support/money/tip-world.ts";

// docs/money.md, 4: the chain of what decides about money, as who has all rights of the database may change it.

const KINDS = {
  CHECKPOINT: { table: "ledger_checkpoints", change: "hash = sha256(hash)" },
  DESTINATION: { table: "payout_destinations", change: "encrypted = 'another account'" },
  BATCH: { table: "payout_batches", change: "total_minor = total_minor + 1" },
  ACT: { table: "operator_acts", change: "worth_eur_minor = worth_eur_minor + 1" },
  STATEMENT: { table: "bank_statements", change: "content_sha256 = sha256(content_sha256)" },
} as const;
type Kind = keyof typeof KINDS;

let database: TestDatabase;
let world: PayoutWorld;
let operator: string;

it.beforeAll(async ({ database: own }) => {
  database = own;
  // The command has the machine's clock, by which nothing of the world may wait.
  const time = movableClock(new Date());
  world = withPayouts({ ...createTipWorld(database.db, time), second_operator_from_minor: 1_000_00 });
  await earnBefore(world, "EUR", 20_000_00);
  operator = await makeOperator(world);
  await payTip(world, await createCreator(world), { amount: 20_00 });
  await waitingForMoney(world, 80_00);
  await batchUp(world, operator);
  const held = (await trialBalance(database.db)).find(({ code }) => code === "bank");
  const bytes = camt({ id: "first", opening: held?.balance_minor ?? 0, rows: [{ amount: "5.00" }] });
  expect(await takeStatements(world, { operator_id: operator, bytes, account: OUR_ACCOUNT })).toMatchObject({
    outcome: "taken",
  });
  await checkAndFreeze(world, "FULL");
});

class Undone extends Error {}

/** What the nightly check names after a change by who may turn the guards off; nothing of it stays. */
async function found(change: (trx: Transaction<DB>) => Promise<unknown>) {
  let rows: Record<string, unknown>[] | undefined;
  await database.db
    .transaction()
    .execute(async (trx) => {
      await change(trx);
      const { results } = await checkIn(trx, { extent: "FULL", now: world.clock() });
      rows = results.find(({ name }) => name === "58-chain-holds")?.rows;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return rows;
}

/** The row that the last entry of a kind is about. */
async function lastOf(kind: Kind): Promise<{ id: number; row_id: string }> {
  return await database.db
    .selectFrom("chain_entries")
    .select(["id", "row_id"])
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}

describe("the chain", () => {
  it("every change that the product makes joins the chain, what is taken away too, and a new key changes no fault", async () => {
    const before = await chainHead(database.db);
    const creator = await createCreator(world);
    await acceptPayoutData(world, creator);
    await confirmNewData(world, creator);
    await confirmNewData(world, creator);
    const encryption = createEncryption("another key of at least thirty-two characters", [PAYOUT_SECRET]);
    const codes = createVoucherCodes(encryption, PAYOUT_SECRET);
    const services = { db: database.db, encryption, media: memoryStore(), voucherCodes: codes };
    const { reencrypted } = await reencryptAll(services, { skip_unreadable: false });
    expect(reencrypted).toBeGreaterThan(2);
    await expectCleanBooks(database.db, world.clock());
    expect(await findInChain(database.db, before?.hash ?? "")).toEqual(before);
    const after = await chainHead(database.db);
    expect((after?.id ?? 0) - (before?.id ?? 0)).toBeGreaterThan(reencrypted);
    const { rows } = await sql`
      select from chain_entries where kind = 'DESTINATION' and digest is null`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  it("many who write at once wait for each other at their end alone: no gap, no deadlock", async () => {
    const creators = await all(many(20), async () => await createCreator(world));
    const before = await chainHead(database.db);
    await all(creators, async (creator) => confirmNewData(world, creator));
    const after = await chainHead(database.db);
    expect((after?.id ?? 0) - (before?.id ?? 0)).toBe(40);
    await expectCleanBooks(database.db, world.clock());
  });

  it("each operator gets one mail a day with the head and the counts", async () => {
    await mailChainHead(world);
    await mailChainHead(world);
    const head = await chainHead(database.db);
    const mails = await database.db
      .selectFrom("mail_outbox")
      .innerJoin("users", "users.id", "mail_outbox.user_id")
      .select(["params", "users.role"])
      .where("template", "=", "chain_head")
      .execute();
    const { count } = await database.db
      .selectFrom("users")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("role", "=", "ADMIN")
      .executeTakeFirstOrThrow();
    expect(mails).toHaveLength(count);
    expect(mails[0]).toMatchObject({
      params: { hash: head?.hash, entries_count: head?.id, batches_count: 1, statements_count: 1 },
      role: "ADMIN",
    });
  });
});

describe("the mail of a chain that was cut", () => {
  const mailedOn = async (day: string) =>
    await database.db
      .selectFrom("mail_outbox")
      .select("params")
      .where("dedupe_key", "like", `chain-head:${day}:%`)
      .executeTakeFirstOrThrow();

  it("is sent, and names the last head that a check saw", async () => {
    await checkAndFreeze(world, "FULL");
    const before = await chainHead(database.db);
    world.time.passSeconds(DAY_SECONDS);
    const change = async (statements: readonly string[]) => {
      for (const each of statements) await sql.raw(each).execute(database.db);
    };
    await change(["create table kept as select * from chain_entries"]);
    await change(["alter table chain_entries disable trigger user", "delete from chain_entries"]);
    await mailChainHead(world);
    await change(["insert into chain_entries select * from kept", "drop table kept"]);
    await change(["alter table chain_entries enable trigger user"]);
    const missing = { hash: before?.hash, entries_count: before?.id };
    const { params } = await mailedOn(businessDate(world.clock()));
    expect(params).toMatchObject({ hash: null, entries_count: 0, missing });
  });

  it("says nothing of it on the day after, when the chain has its head", async () => {
    world.time.passSeconds(DAY_SECONDS);
    await mailChainHead(world);
    expect((await mailedOn(businessDate(world.clock()))).params).toMatchObject({ missing: null });
  });
});

/** `npm run ledger:check -- --head HASH` on this database. */
function checkHead(head: string): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME, TMPDIR } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["scripts/ledger-check.ts", "--head", head],
      { env: { PATH, HOME, TMPDIR, DATABASE_URL: database.url } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

it("the command finds the head of a mail as long as the chain has it", async () => {
  const head = await chainHead(database.db);
  await confirmNewData(world, await createCreator(world));
  expect(await checkHead(head?.hash ?? "")).toMatchObject({
    code: 0,
    output: expect.stringContaining(`ok    the head is entry ${head?.id} of the chain`),
  });
  expect(await checkHead("5f".repeat(32))).toMatchObject({
    code: 1,
    output: expect.stringContaining("FAIL  the chain has no such head"),
  });
  expect(await checkHead("5f")).toMatchObject({
    code: 1,
    output: "--head takes the 64 characters of a head\n",
  });
});

describe("whoever has all rights of the database and turns its guards off", () => {
  beforeAll(async () => {
    expect((await checkAndFreeze(world, "FULL")).faults).toEqual([]);
    await turnGuardsOff(database.db);
  });

  it.each(Object.keys(KINDS) as Kind[])("a changed or removed row of %s is named", async (kind) => {
    const { row_id } = await lastOf(kind);
    const { table, change } = KINDS[kind];
    const where = sql`where id::text = ${row_id}`;
    expect(
      await found((trx) => sql`update ${sql.table(table)} set ${sql.raw(change)} ${where}`.execute(trx)),
    ).toEqual([{ fault: "changed", kind, row_id, id: null }]);
    expect(await found((trx) => sql`delete from ${sql.table(table)} ${where}`.execute(trx))).toEqual([
      { fault: "removed", kind, row_id, id: null },
    ]);
  });

  it.each(Object.keys(KINDS) as Kind[])(
    "a tail that is cut with its row of %s shows by the head of an earlier check, and of a mail",
    async (kind) => {
      const { id, row_id } = await lastOf(kind);
      const head = await chainHead(database.db);
      const first = sql`(select min(id) from chain_entries where kind = ${kind} and row_id = ${row_id})`;
      const faults = await found(async (trx) => {
        await sql`delete from ${sql.table(KINDS[kind].table)} where id::text = ${row_id}`.execute(trx);
        await sql`delete from chain_entries where id >= ${first}`.execute(trx);
        expect(await findInChain(trx, head?.hash ?? "")).toBeNull();
      });
      expect(faults).toContainEqual(expect.objectContaining({ fault: "cut", row_id: head?.hash }));
      expect(id).toBeGreaterThan(0);
    },
  );

  it("an entry that is changed, left out or added is named, and so is a row that has none", async () => {
    const { id, row_id } = await lastOf("ACT");
    const entry = { fault: "entry", kind: "ACT", row_id, id };
    expect(
      await found((trx) =>
        sql`update chain_entries set digest = sha256(digest) where id = ${id}`.execute(trx),
      ),
    ).toContainEqual(entry);
    expect(
      await found((trx) =>
        sql`update chain_entries set at = at - interval '1 day' where id = ${id}`.execute(trx),
      ),
    ).toEqual([entry]);
    const left = await found((trx) => sql`delete from chain_entries where id = 2`.execute(trx));
    expect(left).toContainEqual(expect.objectContaining({ fault: "entry", id: 3 }));
    const added = await found((trx) =>
      sql`insert into operator_acts select r.* from operator_acts o cross join lateral jsonb_populate_record(null::operator_acts,
        to_jsonb(o) || jsonb_build_object('id', ${randomUUID()}::text)) r where o.id::text = ${row_id}`.execute(
        trx,
      ),
    );
    expect(added).toEqual([expect.objectContaining({ fault: "unknown", kind: "ACT" })]);
  });
});
