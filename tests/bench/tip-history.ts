import { type Kysely, sql } from "kysely";
import { keepLastRanks } from "../../app/domain/rollups/thirty-days.server.ts";
import { productRules } from "../../app/product-rules.ts";
import type { DB } from "../../db/schema.ts";

/**
 * A platform's past, made by SQL and always the same: a quarter of paid tips, few creators with many of them and many with
 * few, their payments, the shares that still wait, roll-ups and ranks. What else settling writes for the books is left out:
 * no page reads it.
 */
export const HISTORY = {
  creators: 10_000,
  /** The moment at which it ends. */
  now: new Date("2026-11-21T12:00:00Z"),
  today: "2026-11-21",
  monthStart: "2026-11-01",
};

const FEATURED = 5;
const VOICES = 6;

/** Ids that are made of a number. */
export const creatorId = (index: number) => `00000000-0000-4000-9000-${hex(index)}`;
export const tipId = (index: number) => `00000000-0000-4000-a000-${hex(index)}`;
export const paymentId = (index: number) => `00000000-0000-4000-b000-${hex(index)}`;

function hex(index: number): string {
  return index.toString(16).padStart(12, "0");
}

export function idOf(prefix: string, index: ReturnType<typeof sql>) {
  return sql`(${sql.lit(prefix)} || lpad(to_hex(${index}), 12, '0'))::uuid`;
}

/** A number from 0 up to 1 that belongs to the row `n`, another one for each seed. */
function chance(seed: number) {
  return sql`((hashint8extended(n, ${sql.lit(seed)}) & 16777215) / 16777216.0::float8)`;
}

/** Writes the creators, with what their pages show. */
export async function insertCreators(db: Kysely<DB>): Promise<void> {
  const creator = idOf("00000000-0000-4000-9000-", sql`n`);
  const now = HISTORY.now.toISOString();
  await sql`
    insert into users (id, email, username, name, status, currency, ranking_enabled_at, featured_at, created_at, updated_at)
    select ${creator}, 'creator' || n || '@history.example', 'creator-' || n, 'Creator ' || n, 'ACTIVE', 'EUR',
      case when n % 4 <> 0 then ${now}::timestamptz end,
      case when n <= ${FEATURED} then ${now}::timestamptz end, ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, ${HISTORY.creators}::bigint) as n`.execute(db);
  await sql`
    insert into social_links (user_id, network, handle)
    select ${creator}, network, 'creator' from generate_series(1, ${HISTORY.creators}::bigint) as n,
      unnest(array['instagram', 'youtube', 'twitch']) as network`.execute(db);
  await sql`
    insert into tribute_items (id, user_id, name, amount_minor, currency, position, status, created_at)
    select ${idOf("00000000-0000-4000-c000-", sql`n * 4 + item`)}, ${creator}, 'Coffee ' || item, 500 * item, 'EUR',
      item, 'ACTIVE', ${now}::timestamptz
    from generate_series(1, ${HISTORY.creators}::bigint) as n, generate_series(1, 4) as item`.execute(db);
  await sql`
    with said as (
      insert into testimonials (id, creator_id, role, position)
      select gen_random_uuid(), ${creator}, 'fan', n from generate_series(1, ${VOICES}::bigint) as n
      returning id
    )
    insert into testimonial_texts (testimonial_id, locale, text)
    select id, locale, text from said, (values ('en', 'Lovely.'), ('de', 'Schön.')) as t (locale, text)`.execute(
    db,
  );
}

/**
 * Writes the tips after the first `from` up to `to`, and makes days and ranks anew. As the server's administrator: row
 * by row, triggers and foreign keys would take longer than all the rest.
 */
export async function seedTips(db: Kysely<DB>, from: number, to: number): Promise<void> {
  await db.connection().execute(async (own) => {
    await sql`set session_replication_role = replica`.execute(own);
    await sql`set timezone = 'UTC'`.execute(own);
    await withoutIndexes(own, ["tips", "payments"], () => insertTips(own, from, to));
    await insertWaitingShares(own, from, to);
    await insertAnswers(own, from, to);
    await countAnew(own);
  });
  await sql`vacuum (analyze)`.execute(db);
}

async function insertTips(db: Kysely<DB>, from: number, to: number): Promise<void> {
  // The cube gives the first creators many tips and the last ones few.
  const creator = idOf(
    "00000000-0000-4000-9000-",
    sql`1 + floor(${sql.lit(HISTORY.creators)} * power(${chance(1)}, 3))::bigint`,
  );
  const amount = sql`((1 + floor(power(${chance(2)}, 4) * 100)) * 100)::bigint`;
  const paidAt = sql`${HISTORY.now.toISOString()}::timestamptz - ${chance(3)} * interval '90 days'`;
  const type = sql`(array['INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD'])[1 + n % 4]`;
  const country = sql`(array['DE', 'AT', 'CH', 'GB', 'US', 'FR', 'NL', 'ES'])[1 + n % 8]`;
  // Some fans come back.
  const fan = sql`floor(${sql.lit(HISTORY.creators)} * 20 * ${chance(4)})::bigint`;
  const rows = sql`generate_series(${from + 1}::bigint, ${to}::bigint) as n, lateral (select ${paidAt} as at) as written`;
  await sql`
    insert into tips (id, creator_id, currency, amount_minor, status, sender_name, message, payment_type, country,
      pay_currency, locale, created_at, updated_at, paid_at, activated_at, read_at, sender_email, share_email, fan_key)
    select ${idOf("00000000-0000-4000-a000-", sql`n`)}, ${creator}, 'EUR', ${amount}, 'ACTIVE', 'Fan ' || ${fan},
      'Thank you for all of it!', ${type}, ${country}, 'EUR', 'de', at, at, at, at,
      case when at < ${HISTORY.now.toISOString()}::timestamptz - interval '4 days' then at end, email, n % 3 = 0,
      sha256(convert_to(email, 'UTF8'))
    from ${rows}, lateral (select case when n % 4 <> 0 then 'fan' || ${fan} || '@history.example' end as email) as who`.execute(
    db,
  );
  await sql`
    insert into payments (id, purpose, tip_id, type, provider, provider_ref, status, currency, amount_minor,
      service_fee_bps, service_fee_minor, vat_minor, vat_rate_bps, country, total_minor, charged_minor, charged_currency, rate, rate_date,
      created_at, settled_at)
    select ${idOf("00000000-0000-4000-b000-", sql`n`)}, 'TIP', ${idOf("00000000-0000-4000-a000-", sql`n`)},
      'INETCASH_CC', 'sandbox', 'history-' || lpad(n::text, 9, '0'), 'SUCCESS', 'EUR', amount, 1000, 100, 0, 0, 'DE',
      amount + 100, amount + 100, 'EUR', 1, at::date, at, at
    from ${rows}, lateral (select ${amount} as amount) as priced`.execute(db);
}

/** The creators' shares that are not available yet; on a platform, they stand together at the end of their table. */
async function insertWaitingShares(db: Kysely<DB>, from: number, to: number): Promise<void> {
  const numbers = sql`generate_series(${from + 1}::bigint, ${to}::bigint) as n`;
  await sql`
    insert into tip_allocations (id, tip_id, payment_id, creator_id, currency, amount_minor, counted_minor, worth_eur_minor,
      pending_minor, pending_shard, available_at)
    select gen_random_uuid(), t.id, ${idOf("00000000-0000-4000-b000-", sql`n`)}, t.creator_id, t.currency, t.amount_minor,
      t.amount_minor, t.amount_minor, t.amount_minor, n % ${sql.lit(productRules.pending_shards)}, t.paid_at + hold
    from ${numbers} join tips t on t.id = ${idOf("00000000-0000-4000-a000-", sql`n`)}
      cross join lateral (
        select make_interval(days => (${JSON.stringify(productRules.hold_days)}::jsonb ->> t.payment_type)::int) as hold) as waits
    where t.paid_at + hold > ${HISTORY.now.toISOString()}::timestamptz order by t.paid_at`.execute(db);
}

/** Every twentieth tip was thanked for, of every two hundredth a euro went back. */
async function insertAnswers(db: Kysely<DB>, from: number, to: number): Promise<void> {
  const now = sql`${HISTORY.now.toISOString()}::timestamptz`;
  const every = (step: number) =>
    sql`generate_series(${Math.ceil((from + 1) / step) * step}::bigint, ${to}::bigint, ${step}::bigint) as n`;
  await sql`
    insert into tip_replies (id, tip_id, position, message, created_at)
    select gen_random_uuid(), ${idOf("00000000-0000-4000-a000-", sql`n`)}, 1, 'You made my day!', ${now}
    from ${every(20)}`.execute(db);
  await sql`
    insert into refunds (id, payment_id, reason, status, amount_minor, tip_minor, currency, asked_by, requested_at, done_at)
    select gen_random_uuid(), ${idOf("00000000-0000-4000-b000-", sql`n`)}, 'goodwill', 'DONE', 100, 100, 'EUR', 'CREATOR',
      ${now}, ${now}
    from ${every(200)}`.execute(db);
}

/** Takes the indexes away that no constraint needs, and makes them again: growing them row by row takes far longer. */
export async function withoutIndexes(
  db: Kysely<DB>,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any(${tables})
      and not exists (select from pg_constraint where conname = indexname)`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
  await fill();
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
}

/** The days and ranks as counting each tip would have left them, day after day. */
export async function countAnew(db: Kysely<DB>): Promise<void> {
  await sql`truncate daily_tip_totals, leaderboard_totals, monthly_tip_totals, fan_totals, fan_counts, waiting_totals`.execute(
    db,
  );
  await sql`
    insert into daily_tip_totals (creator_id, day, currency, tips_count, amount_minor, amount_eur_minor)
    select creator_id, (paid_at at time zone 'Europe/Berlin')::date as day, currency, count(*), sum(amount_minor),
      sum(amount_minor)
    from tips group by creator_id, day, currency order by day, creator_id`.execute(db);
  await sql`
    insert into monthly_tip_totals (creator_id, currency, month, dimension, key, tips_count, amount_minor)
    select creator_id, currency, date_trunc('month', paid_at at time zone 'Europe/Berlin')::date as month, dimension, key,
      count(*), sum(amount_minor)
    from tips cross join lateral (values
      ('COUNTRY', country), ('ITEM', coalesce(item_name, '')), ('TYPE', payment_type)) as k (dimension, key)
    group by creator_id, currency, month, dimension, key order by month, creator_id, dimension, key`.execute(
    db,
  );
  await sql`
    insert into waiting_totals (creator_id, currency, day, month, amount_minor, counted_minor)
    select a.creator_id, a.currency, (a.available_at at time zone 'Europe/Berlin')::date as day,
      date_trunc('month', t.paid_at at time zone 'Europe/Berlin')::date as month, sum(a.pending_minor), sum(a.counted_minor)
    from tip_allocations a join tips t on t.id = a.tip_id group by 1, 2, 3, 4 order by day, month, creator_id`.execute(
    db,
  );
  await sql`
    insert into fan_totals (creator_id, fan_key, currency, tips_count, amount_minor, last_paid_at)
    select creator_id, coalesce(fan_key, ''), currency, count(*), sum(amount_minor), max(paid_at) as last
    from tips group by 1, 2, 3 order by last`.execute(db);
  await sql`
    insert into fan_counts (creator_id, currency, fans_count, returning_count)
    select creator_id, currency, count(*), count(*) filter (where tips_count > 1)
    from fan_totals where fan_key <> '' group by creator_id, currency`.execute(db);
  await sql`
    insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
    select period, period_start, u.id, sum(tips_count), sum(amount_eur_minor),
      u.status = 'ACTIVE' and u.ranking_enabled_at is not null
    from daily_tip_totals d join users u on u.id = d.creator_id cross join lateral (values
      ('MONTH', date_trunc('month', day)::date), ('WEEK', date_trunc('week', day)::date), ('DAY', day),
      ('30DAYS', '2000-01-01'::date)
    ) as p (period, period_start)
    where period <> '30DAYS' or day > ${HISTORY.today}::date - 30
    group by period, period_start, u.id order by period, period_start, u.id`.execute(db);
  await keepLastRanks(db, HISTORY.now);
}
