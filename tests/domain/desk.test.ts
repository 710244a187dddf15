import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import {
  listWaitingCases,
  readPaymentDays,
  readQueues,
  readRefusals,
} from "../../app/domain/desk/desk.server.ts";
import { numberTransactions } from "../../app/domain/ledger/journal.server.ts";
import { owedAndHeldByCurrency } from "../../app/domain/ledger/ledger-reports.server.ts";
import { createPool } from "../../db/index.ts";
import type { DB } from "../../db/schema.ts";
import { explainRead } from "../bench/query-plan.ts";
import { all, many } from "../support/database/at-once.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { faultsIn } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld, payTip, tellDispute } from "../support/money/tip-world.ts";

// What an operator would rather look at than read.
let database: TestDatabase;
let db: Kysely<DB>;

it.beforeAll(async ({ database: own }) => {
  database = own;
  db = database.db;
});

const NOW = "2026-11-21T22:30:00Z"; // 23:30 in Berlin, a Saturday
const at = (moment: string) => createTipWorld(db, movableClock(new Date(moment)));

it("the paid tips of thirty days are counted by the day in Berlin and the payment type, in euros, each once", async () => {
  const [early, late] = [at("2026-11-20T22:30:00Z"), at("2026-11-20T23:30:00Z")];
  const creator = await createCreator(early);
  const dollars = await createCreator(early, { currency: "USD" });
  await payTip(at("2026-10-20T10:00:00Z"), creator, { amount: 99_00 });
  await all(many(3), () => payTip(early, creator, { amount: 10_00 }));
  await payTip(late, creator, { amount: 20_00, type: "INETCASH_OB" });
  await payTip(late, dollars, { amount: 20_00 });
  await all(many(3), () => numberTransactions(db, late.clock(), 2));
  await numberTransactions(db, late.clock());
  const { days, paid } = await readPaymentDays(db, new Date(NOW));
  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-10-23", "2026-11-21"]);
  expect(paid).toMatchObject([
    { day: "2026-11-20", type: "INETCASH_CC", tips_count: 3, amount_eur_minor: 30_00 },
    { day: "2026-11-21", type: "INETCASH_CC", tips_count: 1 },
    { day: "2026-11-21", type: "INETCASH_OB", tips_count: 1, amount_eur_minor: 20_00 },
  ]);
  const [cards, inDollars] = paid;
  expect(cards?.charged_eur_minor).toBe(3 * 11_19);
  const { worth } = await db
    .selectFrom("tip_allocations")
    .select("worth_eur_minor as worth")
    .where("creator_id", "=", dollars.id)
    .executeTakeFirstOrThrow();
  expect(inDollars?.amount_eur_minor).toBe(worth);
  const named = async () => "52-paid-tips-are-counted" in (await faultsIn(db, late.clock()));
  expect(await named()).toBe(false);
  const change = (by: number) =>
    sql`update daily_payment_totals set tips_count = tips_count + ${by} where day = '2026-11-20'`.execute(db);
  await change(1);
  expect(await named()).toBe(true);
  await change(-1);
});

it("failed payments are counted by week and reason, and disputes by the week in which they were opened", async () => {
  const world = at("2026-11-16T10:00:00Z");
  const creator = await createCreator(world);
  const payment = await payTip(world, creator, { amount: 10_00 });
  await tellDispute(world, payment, "OPEN");
  await sql`
    insert into payments select (jsonb_populate_record(null::payments, to_jsonb(p) || jsonb_build_object(
      'id', gen_random_uuid(), 'receipt_number', 'X' || n, 'provider_ref', 'x' || n, 'status', 'FAILED', 'settled_at', null,
      'failure_reason', case when n < 4 then 'declined' else 'cancelled' end,
      'created_at', '2026-11-09T00:00:00+01:00'::timestamptz - make_interval(secs => (n = 1)::int)))).*
    from payments p, generate_series(1, 4) as n where p.id = ${payment.id}`.execute(db);
  const { weeks, refusals } = await readRefusals(db, new Date(NOW));
  expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([8, "2026-09-28", "2026-11-16"]);
  const found = refusals.map(({ week, reason, count }) => `${week} ${reason} ${count}`);
  expect(found.sort()).toEqual([
    "2026-11-02 declined 1",
    "2026-11-09 cancelled 1",
    "2026-11-09 declined 2",
    "2026-11-16 disputed 1",
  ]);
});

it("what is owed and held stands in each currency by itself", async () => {
  const currencies = await owedAndHeldByCurrency(db);
  // The VAT of each fee is owed, too.
  const vat = 1_88 + 3 * 19 + 38 + 19;
  // Paid in dollars, with fee and VAT on top; the euros are less a tip that the bank asks for, which is still owed.
  expect(currencies.map(({ currency, owed_minor }) => [currency, owed_minor])).toEqual([
    ["EUR", 99_00 + 3 * 10_00 + 20_00 + 10_00 + vat],
    ["USD", 20_00 + 38],
  ]);
  for (const { owed_minor, held_minor } of currencies) expect(held_minor).toBeGreaterThan(owed_minor);
});

it("every queue says how much waits and since when", async () => {
  const world = at("2026-11-18T10:00:00Z");
  const queues = await readQueues(db, world.clock());
  expect(queues).toHaveLength(22);
  for (const { count, oldest } of queues) expect(count === 0).toBe(oldest === null);
});

it("waiting cases of all queues are listed oldest first, bounded", async () => {
  const world = at("2026-11-18T10:00:00Z");
  const creator = await createCreator(world);
  const payment = await payTip(world, creator, { amount: 10_00 });
  await sql`
    insert into refund_failures (id, payment_id, reference, amount_minor, currency, failed_at)
    select gen_random_uuid(), ${payment.id}, 'r' || n, 1000, 'EUR', now() - make_interval(hours => n)
    from generate_series(1, 3) as n`.execute(db);
  const asked = { now: world.clock(), reader: { id: creator.id, role: "ADMIN" as const }, limit: 2 };
  const cases = await listWaitingCases(db, asked, ({ name }) => name === "failed-refunds");
  expect(cases).toMatchObject([
    { queue: "failed-refunds", subject: "r3", amount_minor: 10_00, currency: "EUR" },
    { queue: "failed-refunds", subject: "r2" },
  ]);
  const all = await listWaitingCases(db, { ...asked, limit: 100 });
  expect(all.length).toBeGreaterThanOrEqual(3);
  expect(all.map(({ since }) => since.getTime())).toEqual(
    all.map(({ since }) => since.getTime()).sort((one, other) => one - other),
  );
});

it("the figures of the overview are read by index, whatever happened before their days", async () => {
  await sql`
    insert into daily_payment_totals (day, provider, type, tips_count, amount_eur_minor, charged_eur_minor)
    select '2000-01-01'::date + n, 'p' || k, 'INETCASH_CC', 1, 1, 1
    from generate_series(1, 5000) as n, generate_series(1, 4) as k`.execute(db);
  await sql`vacuum (analyze) daily_payment_totals, payments, disputes`.execute(db);
  const pool = createPool(database.url, { max: 1 });
  try {
    const paid = await explainRead(pool, (read) => readPaymentDays(read, new Date(NOW)));
    expect(paid.indexes).toContain("daily_payment_totals_pkey");
    expect(paid.buffers).toBeLessThan(40);
  } finally {
    await pool.end();
  }
});
