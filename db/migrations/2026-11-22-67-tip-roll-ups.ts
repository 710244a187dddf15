import { type Kysely, sql } from "kysely";

/**
 * Roll-ups for a creator's statistics and fans (docs/product.md, 8.2). What a share of a tip counts for stands with it:
 * its worth in EUR at the day's rate, kept once, and how much of it is counted, so that exactly that is taken back.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // Who gave a tip, as a hash of the address: none without one, and none where no creator got anything.
  await sql`alter table tips add column fan_key bytea`.execute(db);
  await sql`update tips t set fan_key = sha256(convert_to(lower(sender_email), 'UTF8'))
    where paid_at is not null and sender_email is not null
      and exists (select from tip_allocations a where a.tip_id = t.id)`.execute(db);
  await sql`
    create index tips_fan_idx on tips (creator_id, fan_key, paid_at desc, id desc) where paid_at is not null`.execute(
    db,
  );
  await sql`alter table tip_allocations
    add column counted_minor bigint not null default 0,
    add column worth_eur_minor bigint not null default 0`.execute(db);
  await sql`
    update tip_allocations a set
      counted_minor = a.amount_minor
        - coalesce((select sum(r.amount_minor) from refund_parts r join refunds f on f.id = r.refund_id
          where r.allocation_id = a.id and f.status = 'DONE'), 0)
        - coalesce((select sum(h.claimed_minor) from dispute_holds h join disputes d on d.id = h.dispute_id
          where h.allocation_id = a.id and d.status = 'LOST'), 0),
      worth_eur_minor = case when a.currency = 'EUR' then a.amount_minor else coalesce((
        select round(a.amount_minor / r.units_per_euro) from reference_rates r where r.currency = a.currency
        order by (r.rate_date <= told.day) desc, case when r.rate_date <= told.day then r.rate_date end desc, r.rate_date
        limit 1), 0) end
    from (select id, (paid_at at time zone 'Europe/Berlin')::date as day from tips where paid_at is not null) as told
    where told.id = a.tip_id`.execute(db);
  await sql`alter table tip_allocations add check (counted_minor between 0 and amount_minor), add check (worth_eur_minor >= 0)`.execute(
    db,
  );
  await sql`alter table tip_allocations alter column counted_minor drop default, alter column worth_eur_minor drop default`.execute(
    db,
  );
  await createTables(db);
  await fill(db);
}

async function createTables(db: Kysely<never>): Promise<void> {
  await sql`
    create table monthly_tip_totals (
      creator_id uuid not null references users,
      currency char(3) not null,
      month date not null,
      dimension text not null check (dimension in ('COUNTRY', 'ITEM', 'TYPE')),
      key text not null,
      tips_count integer not null check (tips_count >= 0),
      amount_minor bigint not null check (amount_minor >= 0),
      primary key (creator_id, currency, month, dimension, key)
    )`.execute(db);
  await sql`
    create table fan_totals (
      creator_id uuid not null references users,
      fan_key bytea not null,
      currency char(3) not null,
      tips_count integer not null check (tips_count >= 0),
      amount_minor bigint not null check (amount_minor >= 0),
      last_paid_at timestamptz not null,
      primary key (creator_id, fan_key, currency)
    )`.execute(db);
  await sql`create index fan_totals_last_idx on fan_totals (creator_id, last_paid_at desc, fan_key desc)`.execute(
    db,
  );
  await sql`
    create table fan_counts (
      creator_id uuid not null references users,
      currency char(3) not null,
      fans_count integer not null check (fans_count >= 0),
      returning_count integer not null check (returning_count >= 0),
      primary key (creator_id, currency)
    )`.execute(db);
}

/** The days and ranks anew as well: until now a tip of which a part went back counted for the whole. */
async function fill(db: Kysely<never>): Promise<void> {
  await sql`
    create temporary table counted on commit drop as
    select a.creator_id, a.currency, a.counted_minor as amount_minor, (a.counted_minor > 0)::int as tips,
      a.worth_eur_minor * a.counted_minor / a.amount_minor as amount_eur_minor,
      (t.paid_at at time zone 'Europe/Berlin')::date as day, t.paid_at, coalesce(t.fan_key, '') as fan_key, p.type, p.country,
      coalesce(t.item_name, '') as item
    from tip_allocations a join tips t on t.id = a.tip_id join payments p on p.id = a.payment_id
    where t.paid_at is not null`.execute(db);
  await sql`delete from daily_tip_totals`.execute(db);
  await sql`delete from leaderboard_totals`.execute(db);
  await sql`
    insert into daily_tip_totals (creator_id, day, currency, tips_count, amount_minor, amount_eur_minor)
    select creator_id, day, currency, sum(tips), sum(amount_minor), sum(amount_eur_minor)
    from counted group by creator_id, day, currency`.execute(db);
  await sql`
    insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor)
    select period, period_start, creator_id, sum(tips_count), sum(amount_eur_minor)
    from daily_tip_totals cross join lateral (values
      ('MONTH', date_trunc('month', day)::date), ('DAY', day), ('30DAYS', '2000-01-01'::date)) as p (period, period_start)
    where period <> '30DAYS' or day > (now() at time zone 'Europe/Berlin')::date - 30
    group by period, period_start, creator_id`.execute(db);
  await sql`
    insert into monthly_tip_totals (creator_id, currency, month, dimension, key, tips_count, amount_minor)
    select creator_id, currency, date_trunc('month', day)::date as month, dimension, key, sum(tips), sum(amount_minor)
    from counted cross join lateral (values
      ('COUNTRY', country), ('ITEM', item), ('TYPE', type)) as k (dimension, key)
    group by creator_id, currency, month, dimension, key`.execute(db);
  await sql`
    insert into fan_totals (creator_id, fan_key, currency, tips_count, amount_minor, last_paid_at)
    select creator_id, fan_key, currency, sum(tips), sum(amount_minor),
      max(case when fan_key = '' then day::timestamp at time zone 'Europe/Berlin' else paid_at end)
    from counted group by creator_id, fan_key, currency`.execute(db);
  await sql`
    insert into fan_counts (creator_id, currency, fans_count, returning_count)
    select creator_id, currency, count(*) filter (where tips_count > 0), count(*) filter (where tips_count > 1)
    from fan_totals where fan_key <> '' group by creator_id, currency`.execute(db);
}
