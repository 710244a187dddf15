import { sql } from "kysely";
import { expect } from "vitest";
import { voidLinksOf } from "../../app/domain/content-cases/decide-case.server.ts";
import { listCases } from "../../app/domain/content-cases/notices.server.ts";
import { readQueue } from "../../app/domain/desk/desk.server.ts";
import { vatAndRatesOn } from "../../app/domain/exchange-rates/rates.server.ts";
import { listMonthStatements } from "../../app/domain/payouts/statements/month-statements.server.ts";
import { listReceivedTips } from "../../app/domain/tips/received-tips.server.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { createPool } from "../../db/index.ts";
import { explainRead } from "../bench/query-plan.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";

// What a page reads must not grow with all that others did (docs/bench.md measures the larger ones).

const CREATOR = "00000000-0000-4000-9000-000000000001";
let database: TestDatabase;

it.beforeAll(async ({ database: own }) => {
  database = own;
  const { db } = database;
  const id = sql`('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await sql`insert into users (id, email, created_at, updated_at)
    select ${id}, n || '@history.example', now(), now() from generate_series(1, 1000) as n`.execute(db);
  await sql`insert into month_statements (creator_id, currency, month, number, facts, issued_at)
    select ${id}, 'EUR', to_char('2020-01-01'::date + make_interval(months => m), 'YYYY-MM'), n * 100 + m, '{}', now()
    from generate_series(1, 1000) as n, generate_series(0, 29) as m`.execute(db);
  await sql`insert into reference_rates (rate_date, currency, units_per_euro, source)
    select '2000-01-01'::date + d, code, 1.5, 'history' from currencies, generate_series(1, 3000) as d
    where code <> 'EUR' on conflict do nothing`.execute(db);
  await sql`insert into tips (id, creator_id, currency, amount_minor, status, sender_name, locale, paid_at, created_at, updated_at)
    select gen_random_uuid(), ${id}, 'EUR', 500, 'ACTIVE', 'Fan ' || m, 'de', now(), now(), now()
    from generate_series(1, 20) as n, generate_series(1, 1000) as m`.execute(db);
  await sql`update tips set show_on_page = true`.execute(db);
  await sql`update users set username = 'saver', status = 'ACTIVE', show_supporters = true, goal_title = 'Kiln',
    goal_minor = 50000, goal_currency = currency, goal_from = '2016-01-15' where id = ${CREATOR}`.execute(db);
  await sql`insert into daily_tip_totals (creator_id, day, currency, tips_count, amount_minor, amount_eur_minor)
    select ${id}, '2016-01-01'::date + d, 'EUR', 1, 1, 1 from generate_series(1, 20) as n, generate_series(0, 3900) as d`.execute(
    db,
  );
  await sql`insert into monthly_tip_totals (creator_id, currency, month, dimension, key, tips_count, amount_minor)
    select ${id}, 'EUR', '2016-01-01'::date + make_interval(months => m), dimension, k::text, 1, 100
    from generate_series(1, 20) as n, generate_series(0, 130) as m, unnest(array['COUNTRY', 'ITEM', 'TYPE']) as dimension,
      generate_series(1, 4) as k`.execute(db);
  await sql`insert into content_cases (id, target, creator_id, reason, explanation, locale, status, waiting_since, received_at, changed_at)
    select gen_random_uuid(), '/x', case when n % 1000 = 0 then ${CREATOR}::uuid end, 'OTHER', 'words', 'de',
      case when n % 100 = 0 then 'OPEN' else 'DECIDED' end, case when n % 100 = 0 then at end, at, at
    from (select n, '2020-01-01'::timestamptz + make_interval(mins => n) as at from generate_series(1, 20000) as n) c`.execute(
    db,
  );
  await sql`insert into content_case_links (token_hash, case_id, side, made_at)
    select decode(md5(id::text), 'hex'), id, 'CREATOR', received_at from content_cases`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
});

async function factsOf(read: Parameters<typeof explainRead>[1]) {
  const pool = createPool(database.url, { max: 1 });
  try {
    return await explainRead(pool, read);
  } finally {
    await pool.end();
  }
}

it("the latest rates of two currencies are found by their index, one look each, whatever the years before", async () => {
  const { indexes, buffers } = await factsOf((db) => vatAndRatesOn(db, "DE", "2007-06-01", ["USD", "JPY"]));
  expect(indexes.split(" ")).toContain("reference_rates_pkey");
  expect(indexes.split(" ")).not.toContain("reference_rates");
  expect(buffers).toBeLessThan(40);
});

it("a creator's statements are found by their index among everybody's", async () => {
  const months = await factsOf((db) => listMonthStatements(db, CREATOR));
  expect(months.indexes).toBe("month_statements_pkey");
  expect(months.buffers).toBeLessThan(40);
});

it("a search for a fan who is not there reads the index of names, and not all of the creator's tips", async () => {
  const nobody = { only_new: false, fan: "jörg", after: null };
  const { indexes, buffers } = await factsOf((db) => listReceivedTips(db, CREATOR, nobody));
  expect(indexes.split(" ")).toContain("tips_fan_search_idx");
  expect(indexes.split(" ")).not.toContain("tips");
  expect(buffers).toBeLessThan(400);
});

it("a profile with a goal of ten years and supporters reads a few rows by their indexes", async () => {
  const now = new Date("2026-11-21T10:00:00Z");
  const { indexes, buffers } = await factsOf((db) => findProfile(db, "saver", now));
  const used = indexes.split(" ");
  expect(used).toEqual(
    expect.arrayContaining(["tips_on_page_idx", "monthly_tip_totals_pkey", "daily_tip_totals_pkey"]),
  );
  for (const table of ["tips", "users", "monthly_tip_totals", "daily_tip_totals"])
    expect(used).not.toContain(table);
  expect(buffers).toBeLessThan(700);
});

it.each([
  ["open", "content_cases_waiting_idx"],
  ["all", "content_cases_received_idx"],
] as const)(
  "a page of the %s cases about content is read from its index, the second too",
  async (view, index) => {
    const { next } = await listCases(database.db, { view, after: null });
    for (const after of [null, next]) {
      const { indexes, buffers } = await factsOf((db) => listCases(db, { view, after }));
      // The row after which it goes on is looked up by its id.
      expect(["content_cases_pkey", index]).toEqual(expect.arrayContaining(indexes.split(" ")));
      expect(indexes).toContain(index);
      expect(buffers).toBeLessThan(200);
    }
    expect(next).not.toBeNull();
  },
);

it("how many cases about content wait is counted by the index of those that wait", async () => {
  const { indexes, buffers } = await factsOf((db) => readQueue(db, new Date(), "reports"));
  expect(indexes).toBe("content_cases_waiting_idx");
  expect(buffers).toBeLessThan(300);
});

it("new links to the cases of one creator are looked for among theirs, not among everybody's", async () => {
  const { indexes } = await factsOf((db) => voidLinksOf(db, CREATOR));
  const used = indexes.split(" ");
  expect(used).toEqual(expect.arrayContaining(["content_cases_creator_idx", "content_case_links_case_idx"]));
  for (const table of ["content_cases", "content_case_links"]) expect(used).not.toContain(table);
});
