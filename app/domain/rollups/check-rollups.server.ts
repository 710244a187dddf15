import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { DB } from "../../../db/schema.ts";
import { GROUP_TOTALS } from "./count-tip.server.ts";
import { makeGroupsThirtyDays, makeThirtyDays } from "./thirty-days.server.ts";
import { CREATOR_IS_LISTED, GONE_BACK, GONE_FROM_PENDING, SHARE_FACTS } from "./waiting-totals.server.ts";

const SHARES = sql`
  select ${SHARE_FACTS}, t.grouplist_id, t.group_tip_id, g.is_ranked as is_group_ranked, a.released_at, a.available_at, a.pending_minor, left_minor as amount_minor, (left_minor > 0)::int as tips,
    a.worth_eur_minor * left_minor / a.amount_minor as amount_eur_minor
  from tip_allocations a join tips t on t.id = a.tip_id join payments p on p.id = a.payment_id
    left join tips g on g.id = t.group_tip_id
  cross join lateral (select a.amount_minor - ${GONE_BACK} as left_minor) as computed`;

const DAYS = sql`
  select creator_id, day, currency, sum(tips)::int as tips_count, sum(amount_minor)::bigint as amount_minor,
    sum(amount_eur_minor)::bigint as amount_eur_minor
  from shares group by creator_id, day, currency`;

const FANS = sql`
  select creator_id, fan_key, currency, sum(tips)::int as tips_count, sum(amount_minor)::bigint as amount_minor,
    max(case when fan_key = '' then day::timestamp at time zone 'Europe/Berlin' else paid_at end) as last_paid_at
  from shares group by creator_id, fan_key, currency`;

interface Rollup {
  table: string;
  columns: string;
  kept: RawBuilder<unknown>;
  computed: RawBuilder<unknown>;
}

const PENDING = sql`case when a.released_at is null then a.amount_minor - ${GONE_FROM_PENDING} else 0 end`;

const ROLLUPS: readonly Rollup[] = [
  {
    table: "waiting_totals",
    columns: "creator_id, currency, day, month, amount_minor, counted_minor",
    kept: sql`(amount_minor, counted_minor) <> (0, 0)`,
    computed: sql`
      select creator_id, currency, (available_at at time zone 'Europe/Berlin')::date as waits_until,
        date_trunc('month', day)::date as month, sum(pending_minor)::bigint, sum(amount_minor)::bigint
      from shares where released_at is null group by creator_id, currency, waits_until, date_trunc('month', day)::date
      having sum(pending_minor) <> 0 or sum(amount_minor) <> 0`,
  },
  {
    table: "daily_tip_totals",
    columns: "creator_id, day, currency, tips_count, amount_minor, amount_eur_minor",
    kept: sql`true`,
    computed: DAYS,
  },
  {
    table: "leaderboard_totals",
    columns: "period, period_start, creator_id, tips_count, amount_eur_minor, is_listed",
    kept: sql`period <> '30DAYS'`,
    computed: sql`
      select period, period_start, u.id, sum(tips)::int, sum(amount_eur_minor)::bigint, ${CREATOR_IS_LISTED}
      from shares s join users u on u.id = s.creator_id cross join lateral (values
        ('MONTH', date_trunc('month', day)::date), ('WEEK', date_trunc('week', day)::date),
        ('DAY', day)) as p (period, period_start)
      where s.is_ranked group by period, period_start, u.id`,
  },
  {
    table: "monthly_tip_totals",
    columns: "creator_id, currency, month, dimension, key, tips_count, amount_minor",
    kept: sql`true`,
    computed: sql`
      select creator_id, currency, date_trunc('month', day)::date as month, dimension, key, sum(tips)::int,
        sum(amount_minor)::bigint
      from shares cross join lateral (values
        ('COUNTRY', country), ('ITEM', item), ('TYPE', type)) as k (dimension, key)
      group by creator_id, currency, month, dimension, key`,
  },
  {
    table: "fan_totals",
    columns: "creator_id, fan_key, currency, tips_count, amount_minor, last_paid_at",
    kept: sql`true`,
    computed: FANS,
  },
  {
    table: "fan_counts",
    columns: "creator_id, currency, fans_count, returning_count",
    kept: sql`true`,
    computed: sql`
      select creator_id, currency, (count(*) filter (where tips_count > 0))::int,
        (count(*) filter (where tips_count > 1))::int
      from (${FANS}) as fans where fan_key <> '' group by creator_id, currency`,
  },
];

const ALL_ROLLUPS: readonly Rollup[] = [...ROLLUPS, GROUP_TOTALS];

interface RollupFault {
  table: string;
  fault: "kept" | "missing";
  row: Record<string, unknown>;
}

/** In one snapshot; the books' checks cover postings (docs/money.md, 4). */
export async function checkRollups(db: Kysely<DB>): Promise<RollupFault[]> {
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(rollupFaults);
}

async function rollupFaults(trx: Transaction<DB>): Promise<RollupFault[]> {
  const { rows: faults } = await sql<RollupFault>`
        select 'tip_allocations' as table, 'kept' as fault,
          jsonb_build_object('id', a.id, 'counted_minor', a.counted_minor, 'gone_minor', ${GONE_BACK}) as row
        from tip_allocations a where a.counted_minor <> a.amount_minor - ${GONE_BACK}
        union all
        select 'tip_allocations', 'kept', jsonb_build_object('id', a.id, 'pending_minor', a.pending_minor, 'waiting_minor', ${PENDING})
        from tip_allocations a where a.pending_minor <> ${PENDING}`.execute(trx);
  for (const { table, columns, kept, computed } of ALL_ROLLUPS) {
    const own = sql`select ${sql.raw(columns)} from ${sql.table(table)} where ${kept}`;
    const { rows } = await sql<RollupFault>`
          with shares as materialized (${SHARES}),
          computed (${sql.raw(columns)}) as materialized (${computed}), own (${sql.raw(columns)}) as materialized (${own})
          select ${table}::text as table, 'kept' as fault, to_jsonb(k) as row from (table own except all table computed) as k
          union all
          select ${table}::text, 'missing', to_jsonb(m) from (table computed except all table own) as m`.execute(
      trx,
    );
    faults.push(...rows);
  }
  return faults;
}

/** All locks out settling; one creator needs their account's lock. */
export async function rebuildRollups(
  trx: Transaction<DB>,
  now: Date,
  creatorId: string | null = null,
): Promise<void> {
  const rollups = creatorId === null ? ALL_ROLLUPS : ROLLUPS;
  if (creatorId === null) {
    const tables = rollups.map(({ table }) => sql.table(table));
    await sql`lock table tip_allocations, ${sql.join(tables)} in share row exclusive mode`.execute(trx);
  }
  const isTheirs = creatorId === null ? sql`true` : sql`creator_id = ${creatorId}::uuid`;
  await sql`
    update tip_allocations a set counted_minor = a.amount_minor - ${GONE_BACK}, pending_minor = ${PENDING}
    where ${isTheirs} and (a.counted_minor <> a.amount_minor - ${GONE_BACK} or a.pending_minor <> ${PENDING})`.execute(
    trx,
  );
  await sql`delete from waiting_totals where ${isTheirs}`.execute(trx);
  for (const { table, columns, kept, computed } of rollups) {
    await sql`delete from ${sql.table(table)} where ${kept} and ${isTheirs}`.execute(trx);
    await sql`
      with shares as materialized (select * from (${SHARES}) as every_share where ${isTheirs})
      insert into ${sql.table(table)} (${sql.raw(columns)}) ${computed}`.execute(trx);
  }
  if (creatorId !== null) return;
  await makeThirtyDays(trx, now);
  await makeGroupsThirtyDays(trx, now);
}
