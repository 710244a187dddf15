import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import {
  type JournalLine,
  lastSettledTransaction,
  listJournalMonths,
  numberTransactions,
  streamJournal,
  takeCheckpoints,
} from "../../app/domain/ledger/journal.server.ts";
import { checkLedger } from "../../app/domain/ledger/ledger-checks.server.ts";
import {
  listAccountPostings,
  listAccounts,
  type PostingPlace,
  trialBalance,
} from "../../app/domain/ledger/ledger-reports.server.ts";
import { createPool } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { explainRead } from "../bench/query-plan.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { eventually } from "../support/eventually.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld, payTip, tellDispute } from "../support/money/tip-world.ts";

// The journal and the way from a sum to its postings (docs/money.md, 7).
let database: TestDatabase;
let db: Kysely<DB>;

it.beforeAll(async ({ database: own }) => {
  database = own;
  db = database.db;
});

const at = (moment: string) => createTipWorld(db, movableClock(new Date(moment)));

/** Everything that has a number, in the order of its ids. */
const numbers = async () =>
  await db.selectFrom("journal_numbers").selectAll().orderBy("transaction_id").execute();

async function linesOf(month: string): Promise<JournalLine[]> {
  const found = (await listJournalMonths(db, null)).months.find((each) => each.month === month);
  const lines: JournalLine[] = [];
  if (found) for await (const portion of streamJournal(db, found)) lines.push(...portion);
  return lines;
}

/** The sum of each account code in each currency, debits less credits. */
function sums(lines: readonly JournalLine[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { debit_code, credit_code, currency, amount_minor } of lines)
    for (const [code, amount] of [
      [debit_code, amount_minor],
      [credit_code, -amount_minor],
    ] as const)
      totals[`${code} ${currency}`] = (totals[`${code} ${currency}`] ?? 0) + amount;
  return totals;
}

it("transactions that are posted at once get numbers from 1 without a gap, in the order of their ids, each once", async () => {
  const world = at("2026-09-10T10:00:00Z");
  const creator = await createCreator(world);
  const dollars = await createCreator(world, { currency: "USD" });
  await Promise.all([
    all(many(12), (place) => payTip(world, place % 3 === 0 ? dollars : creator, { amount: 10_00 })),
    all(many(4), () => numberTransactions(db, world.clock(), 3)),
  ]);
  await all(many(3), () => numberTransactions(db, world.clock()));
  const given = await numbers();
  const { transactions } = await db
    .selectFrom("ledger_transaction")
    .select((eb) => eb.fn.countAll<number>().as("transactions"))
    .executeTakeFirstOrThrow();
  expect(given.map(({ number }) => number)).toEqual(many(transactions).map((place) => place + 1));
  expect(given.every(({ month }) => month === "2026-09-01")).toBe(true);
});

it("a transaction whose writer is slower than a later one is waited for, and numbered before it", async () => {
  const world = at("2026-09-11T10:00:00Z");
  const before = (await numbers()).length;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: written, resolve: hasWritten } = Promise.withResolvers<number>();
  const slow = db.transaction().execute(async (trx) => {
    // A copy of a posting, with all its columns.
    const { rows } = await sql<{ id: number }>`
      insert into ledger_transaction overriding system value
      select copy.* from (select * from ledger_transaction order by id limit 1) as t
      cross join lateral jsonb_populate_record(null::ledger_transaction, to_jsonb(t) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('ledger_transaction', 'id')),
        'idempotency_key', 'slow', 'cause_id', gen_random_uuid())) as copy
      returning id`.execute(trx);
    hasWritten(rows[0]?.id ?? 0);
    await mayEnd;
  });
  const early = await written;
  const creator = await createCreator(world);
  await payTip(world, creator, { amount: 10_00 });
  const run = numberTransactions(db, world.clock());
  await eventually("the numbering looks who writes", async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query like '%pg_locks%'
        and query not like '%pg_stat_activity%'`.execute(db);
    return rows.length > 0;
  });
  expect(await numbers()).toHaveLength(before);
  end();
  await slow;
  expect((await run).is_complete).toBe(true);
  const given = await numbers();
  expect(given.length).toBeGreaterThan(before + 1);
  expect(given[before]).toMatchObject({ transaction_id: early, number: before + 1 });
});

it("while a writer stays, nothing is numbered, and the next run goes on", async () => {
  const world = at("2026-09-12T10:00:00Z");
  const creator = await createCreator(world);
  await payTip(world, creator, { amount: 10_00 });
  await db.transaction().execute(async (trx) => {
    await sql`lock table ledger_transaction in row exclusive mode`.execute(trx);
    expect(await numberTransactions(db, world.clock())).toMatchObject({ numbered: 0, is_complete: false });
  });
  expect((await numberTransactions(db, world.clock())).numbered).toBeGreaterThan(0);
});

it("a month is closed an hour after its end in Berlin; what comes for it later is booked in the next, and no number ever changes", async () => {
  const october = at("2026-10-31T22:30:00Z"); // 23:30 in Berlin
  const creator = await createCreator(october);
  await payTip(october, creator, { amount: 10_00 });
  const run = (moment: string) => numberTransactions(db, new Date(moment));
  expect((await run("2026-10-31T23:59:00Z")).closed).toEqual(["2026-09"]);
  expect((await run("2026-11-01T00:00:00Z")).closed).toEqual(["2026-10"]);
  const before = await numbers();
  const file = await linesOf("2026-10");
  await payTip(october, creator, { amount: 20_00 });
  expect((await run("2026-11-01T00:10:00Z")).closed).toEqual([]);
  const after = await numbers();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length).map(({ month }) => month)).toContain("2026-11-01");
  expect(after.slice(before.length).every(({ month }) => month === "2026-11-01")).toBe(true);
  expect(await linesOf("2026-10")).toEqual(file);
  const late = await linesOf("2026-11");
  expect(new Set(late.map(({ booked_on }) => booked_on))).toEqual(new Set(["2026-11-01"]));
  const { months } = await listJournalMonths(db, null);
  expect(months.map(({ month, closed_at }) => [month, closed_at !== null])).toEqual([
    ["2026-11", false],
    ["2026-10", true],
    ["2026-09", true],
  ]);
});

it("the lines of all months come to what the trial balance says, by account and currency, and to zero together", async () => {
  const { months } = await listJournalMonths(db, null);
  const lines = (await all(months, ({ month }) => linesOf(month))).flat();
  const expected: Record<string, number> = {};
  for (const { code, currency, side, balance_minor } of await trialBalance(db))
    expected[`${code} ${currency}`] =
      (expected[`${code} ${currency}`] ?? 0) + (side === "DEBIT" ? balance_minor : -balance_minor);
  expect(sums(lines)).toEqual(expected);
  expect(Object.keys(expected).some((key) => key.endsWith(" USD"))).toBe(true);
  for (const currency of ["EUR", "USD"]) {
    const balances = Object.entries(sums(lines)).filter(([key]) => key.endsWith(currency));
    expect(balances.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
  }
});

it("a number that is missing, and a closed month that has changed, are named by the checks of the books", async () => {
  const own = async () =>
    (await checkLedger(db, new Date("2026-11-10T00:00:00Z")))
      .filter(({ name, rows }) => /^5[01]-/.test(name) && rows.length > 0)
      .map(({ name }) => name);
  expect(await own()).toEqual([]);
  const [first] = await numbers();
  const change = async (act: string) => {
    const triggers = (state: string) =>
      `alter table journal_numbers ${state} trigger user; alter table journal_months ${state} trigger user`;
    await sql`${sql.raw(`${triggers("disable")}; ${act}; ${triggers("enable")}`)}`.execute(db);
  };
  const id = first?.transaction_id ?? 0;
  await change(`delete from journal_numbers where transaction_id = ${id}`);
  expect(await own()).toEqual(["50-every-transaction-is-numbered", "51-document-numbers-have-no-gaps"]);
  await db
    .insertInto("journal_numbers")
    .values(first ?? [])
    .execute();
  await change("update journal_months set entries_count = entries_count + 1");
  expect(await own()).toEqual(["51-document-numbers-have-no-gaps"]);
  await change("update journal_months set entries_count = entries_count - 1");
  expect(await own()).toEqual([]);
});

it("an account's postings are read page by page, the newest first, each once, over all its shards", async () => {
  const world = at("2026-11-10T10:00:00Z");
  const creator = await createCreator(world);
  const count = 60;
  for (const _ of many(6)) await all(many(count / 6), () => payTip(world, creator, { amount: 5_00 }));
  const account = { code: "creator_pending", currency: "EUR", owner: creator.id };
  const balances: number[] = [];
  const places: string[] = [];
  let after: PostingPlace | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAccountPostings>> = await listAccountPostings(
      db,
      account,
      after,
    );
    balances.push(...(page?.postings ?? []).map(({ balance_minor }) => balance_minor ?? 0));
    expect(page?.opening_minor).toBe((balances.at(-1) ?? 0) - 5_00);
    places.push(...(page?.postings ?? []).map((each) => `${each.transaction_id}-${each.seq}`));
    expect(page?.postings.every(({ side }) => side === "CREDIT")).toBe(true);
    after = page?.next ?? null;
  } while (after);
  expect(places).toHaveLength(count);
  expect(new Set(places).size).toBe(count);
  expect(balances).toEqual(many(count).map((place) => (count - place) * 5_00));
  const ids = places.map((place) => Number(place.split("-")[0]));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(await listAccountPostings(db, { ...account, currency: "CHF" }, null)).toBeNull();
});

it("the accounts of a sum come to that sum, page by page", async () => {
  for (const code of ["creator_pending", "vat_output", "psp_clearing"]) {
    const found: number[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listAccounts>> = await listAccounts(db, {
        code,
        currency: "EUR",
        after,
      });
      found.push(...page.accounts.map(({ balance_minor }) => balance_minor));
      after = page.next;
    } while (after);
    const balances = (await trialBalance(db)).filter((row) => row.code === code && row.currency === "EUR");
    expect([code, found.reduce((a, b) => a + b, 0)]).toEqual([
      code,
      balances.reduce((sum, row) => sum + row.balance_minor, 0),
    ]);
  }
});

it("the lines of one month come to what the trial balance changed by in it, account by account in each currency, and to zero", async () => {
  const balances = async () =>
    Object.fromEntries(
      (await trialBalance(db)).map(({ code, owner, currency, side, balance_minor }) => [
        `${code} ${owner} ${currency}`,
        side === "DEBIT" ? balance_minor : -balance_minor,
      ]),
    );
  const world = at("2026-12-10T10:00:00Z");
  await numberTransactions(db, world.clock());
  const before = await balances();
  const creators = [await createCreator(world), await createCreator(world, { currency: "USD" })];
  for (const creator of creators) {
    const payment = await payTip(world, creator, { amount: 30_00 });
    await tellDispute(world, payment, "OPEN");
    await tellDispute(world, payment, "LOST");
    await payTip(world, creator, { amount: 12_34 });
  }
  await numberTransactions(db, world.clock());
  const after = await balances();
  const changes: Record<string, number> = {};
  for (const [key, amount] of Object.entries(after)) {
    const [code, , currency] = key.split(" ");
    changes[`${code} ${currency}`] = (changes[`${code} ${currency}`] ?? 0) + amount - (before[key] ?? 0);
  }
  const moved = (of: Record<string, number>) => Object.entries(of).filter(([, amount]) => amount !== 0);
  const lines = sums(await linesOf("2026-12"));
  expect(moved(lines).toSorted()).toEqual(moved(changes).toSorted());
  for (const currency of ["EUR", "USD"]) {
    const own = moved(lines).filter(([key]) => key.endsWith(currency));
    expect(own.length).toBeGreaterThan(2);
    expect(own.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
  }
});

it("the accounts of a sum are right while a checkpoint is taken", async () => {
  const world = at("2026-11-10T11:00:00Z");
  await payTip(world, await createCreator(world), { amount: 5_00 });
  const asked = { code: "psp_clearing", currency: "EUR", after: null };
  const before = await listAccounts(db, asked);
  let checkpoints = 0;
  const interrupted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (checkpoints === 0) {
        const upto = (await lastSettledTransaction(db)) ?? 0;
        await takeCheckpoints(db, { upto, least: 1, now: world.clock() });
        checkpoints += 1;
      }
      return result;
    },
  });
  expect(await listAccounts(interrupted, asked)).toEqual(before);
  expect(await listAccounts(db, asked)).toEqual(before);
});

it("a page of an account's postings, and a portion of the journal, cost the same whatever was posted before", async () => {
  await sql`
    with posted as (
      insert into ledger_transaction overriding system value
      select copy.* from (select * from ledger_transaction order by id limit 1) as t
      cross join generate_series(1, 20000) as n
      cross join lateral jsonb_populate_record(null::ledger_transaction, to_jsonb(t) || jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('ledger_transaction', 'id')),
        'idempotency_key', 'history:' || n, 'cause_id', gen_random_uuid())) as copy
      returning id
    )
    insert into ledger_transfer (transaction_id, seq, debit_account, credit_account, currency, amount_minor)
    select posted.id, 0, d.id, c.id, 'EUR', 1 from posted,
      (select id from ledger_account where code = 'psp_clearing' and currency = 'EUR' limit 1) as d,
      (select id from ledger_account where code = 'service_fee_revenue' and currency = 'EUR' limit 1) as c`.execute(
    db,
  );
  await numberTransactions(db, new Date("2026-11-11T10:00:00Z"));
  // What stands on an account is that of the last checkpoint and what was posted since.
  const upto = await lastSettledTransaction(db);
  await takeCheckpoints(db, { upto: upto ?? 0, least: 1, now: new Date("2026-11-14T10:00:00Z") });
  await sql`vacuum (analyze) ledger_transaction, ledger_transfer, journal_numbers`.execute(db);
  const pool = createPool(database.url, { max: 1 });
  try {
    const fees = { code: "service_fee_revenue", currency: "EUR", owner: "" };
    const newest = await listAccountPostings(db, fees, null);
    for (const place of [null, newest?.next ?? null, { transaction_id: 40, seq: 1, balance_minor: null }]) {
      const { indexes, buffers } = await explainRead(pool, (read) => listAccountPostings(read, fees, place));
      expect(indexes.split(" ")).not.toContain("ledger_transfer");
      expect(buffers).toBeLessThan(600);
    }
    const portion = await explainRead(pool, async (read) => {
      const { months } = await listJournalMonths(db, null);
      await streamJournal(read, { month: months[0]?.month ?? "", entries_count: 20_000 }).next();
    });
    expect(portion.indexes.split(" ")).not.toContain("ledger_transaction");
    expect(portion.buffers).toBeLessThan(8000);
    const months = await explainRead(pool, (read) => listJournalMonths(read, null));
    expect(months.indexes.split(" ")).not.toContain("journal_numbers");
    expect(months.buffers).toBeLessThan(60);
  } finally {
    await pool.end();
  }
});
