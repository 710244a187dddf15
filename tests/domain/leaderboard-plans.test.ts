import { sql } from "kysely";
import { expect } from "vitest";
import {
  findOwnPlace,
  listCreators,
  listGroups,
  listHistory,
} from "../../app/domain/leaderboard/leaderboard.server.ts";
import { keepLastRanks, slideThirtyDays } from "../../app/domain/rollups/thirty-days.server.ts";
import { listFeatured } from "../../app/domain/users/creator-lists.server.ts";
import { createPool } from "../../db/index.ts";
import { explainRead } from "../bench/query-plan.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";

// Of twenty thousand creators with tips one in a hundred takes part: what a page reads must not grow with the others.

const NOW = new Date("2026-11-21T12:00:00Z");
const CREATORS = 20_000;
const LARGE = [
  "leaderboard_totals",
  "grouplist_totals",
  "leaderboard_ranks",
  "grouplist_ranks",
  "users",
  "grouplists",
];
let database: TestDatabase;

const idOf = (n: number) => `00000000-0000-4000-9000-${n.toString(16).padStart(12, "0")}`;

it.beforeAll(async ({ database: own }) => {
  database = own;
  const { db } = database;
  const id = sql`('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const all = sql`generate_series(1, ${CREATORS}::int) as n`;
  await sql`insert into users (id, email, username, status, ranking_enabled_at, created_at, updated_at)
    select ${id}, n || '@history.example', 'creator-' || n, 'ACTIVE', case when n % 100 = 0 then now() end, now(), now()
    from ${all}`.execute(db);
  await sql`insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
    select period, start, ${id}, 1, 1000000 - n, n % 100 = 0
    from ${all} cross join (values ('MONTH', '2026-11-01'::date), ('MONTH', '2026-10-01'::date), ('WEEK', '2026-11-09'::date),
      ('DAY', '2026-11-21'::date), ('DAY', '2026-11-20'::date)) as p (period, start)`.execute(db);
  await sql`insert into grouplists (id, slug, currency, status, invite_code, ranking_enabled_at, created_at, updated_at)
    select ${id}, lpad(to_hex(n), 8, '0'), 'EUR', 'APPROVED', lpad(to_hex(n), 16, '0'), case when n % 100 = 0 then now() end,
      now(), now() from ${all}`.execute(db);
  await sql`insert into grouplist_totals (grouplist_id, period, period_start, tips_count, amount_minor, ranked_tips_count,
      ranked_eur_minor, is_listed)
    select ${id}, period, start, 1, 1000000 - n, 1, 1000000 - n, n % 100 = 0
    from ${all} cross join (values ('MONTH', '2026-11-01'::date), ('DAY', '2026-11-20'::date)) as p (period, start)`.execute(
    db,
  );
  await slideThirtyDays(db, NOW);
  await keepLastRanks(db, NOW);
  await sql`vacuum (analyze)`.execute(db);
});

const READS: Record<string, { read: Parameters<typeof explainRead>[1]; blocks: number }> = {
  "the first page of creators": {
    read: (db) => listCreators(db, { range: "month", page: 1 }, NOW),
    blocks: 1000,
  },
  "the first page of the thirty days": {
    read: (db) => listCreators(db, { range: "30days", page: 1 }, NOW),
    blocks: 1000,
  },
  "the last page of creators": {
    read: (db) => listCreators(db, { range: "month", page: 4 }, NOW),
    blocks: 1300,
  },
  "the own place of the last creator": {
    read: (db) => findOwnPlace(db, idOf(CREATORS), "month", NOW),
    blocks: 300,
  },
  "the first page of groups": {
    read: (db) => listGroups(db, { range: "month", page: 1 }, NOW),
    blocks: 1000,
  },
  "the months that are over": { read: (db) => listHistory(db, "month", NOW), blocks: 200 },
  "the creators of the home page": { read: (db) => listFeatured(db, "2026-11-01", 8), blocks: 200 },
};

const CASES = Object.entries(READS).flatMap(([name, read]) =>
  (["custom", "generic"] as const).map((plan) => [name, plan, read] as const),
);

// A named statement gets a plan for whatever values come after some calls.
it.each(CASES)(
  "%s: read by indexes by a %s plan, a few rows, though one in a hundred takes part",
  async (_name, plan, { read, blocks }) => {
    const pool = createPool(database.url, { max: 1 });
    try {
      await pool.query(`set plan_cache_mode = force_${plan}_plan`);
      const { indexes, buffers } = await explainRead(pool, read);
      for (const table of LARGE) expect(indexes.split(" ")).not.toContain(table);
      expect(indexes).toMatch(/(leaderboard|grouplist)_totals_listed_idx/);
      expect(buffers).toBeLessThan(blocks);
    } finally {
      await pool.end();
    }
  },
);
