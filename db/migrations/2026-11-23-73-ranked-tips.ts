import { type Kysely, sql } from "kysely";

/**
 * The rank tables count what ranks alone (docs/product.md, 8.3): no tip of a creator to themselves, and no member's to
 * their own group. Each row knows whether it is listed, so that the first fifty are read along one index however few take
 * part. They are written by functions that keep their errors to themselves: a tip never fails for its rank.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await markTips(db);
  await extendTotals(db);
  await createFunctions(db);
  await followListing(db);
  await fill(db);
  // Who enters or leaves the leaderboard, or moves to another country, is seen there at once.
  await sql`drop trigger users_page_news on users`.execute(db);
  await sql`
    create trigger users_page_news after insert or update of
      name, username, avatar_id, header_id, status, currency, show_online_status, featured_at,
      default_price_per_message_minor, about, goal_title, goal_minor, goal_currency, goal_from, show_supporters,
      country_id, ranking_enabled_at
    on users for each row execute function tell_page_news()`.execute(db);
}

/** Who began a tip is kept until it is paid, and of those alone who might rank by it. */
async function markTips(db: Kysely<never>): Promise<void> {
  await sql`
    alter table tips
      add column begun_by uuid references users,
      add column is_ranked boolean not null default true`.execute(db);
  await sql`create index tips_begun_by_idx on tips (begun_by) where begun_by is not null`.execute(db);
  await sql`alter table tip_allocations add column is_ranked boolean not null default true`.execute(db);
  // Of what was paid before, the address alone tells.
  await sql`
    update tip_allocations a set is_ranked = false from tips t, users u
    where t.id = a.tip_id and u.id = a.creator_id and lower(t.sender_email) = lower(u.email)`.execute(db);
  await sql`
    update tips t set is_ranked = false
    where t.grouplist_id is not null and t.creator_id is null and t.paid_at is not null and exists (
      select from grouplist_users m join users u on u.id = m.creator_id
      where m.grouplist_id = t.grouplist_id and m.status <> 'PENDING' and lower(u.email) = lower(t.sender_email))`.execute(
    db,
  );
}

async function extendTotals(db: Kysely<never>): Promise<void> {
  await sql`
    alter table leaderboard_totals
      drop constraint leaderboard_totals_period_check,
      add constraint leaderboard_totals_period_check check (period in ('MONTH', '30DAYS', 'WEEK', 'DAY')),
      add column is_listed boolean not null default false`.execute(db);
  await sql`alter table leaderboard_totals alter column is_listed drop default`.execute(db);
  await sql`drop index leaderboard_totals_order_idx`.execute(db);
  await sql`
    create index leaderboard_totals_listed_idx on leaderboard_totals (period, period_start, amount_eur_minor desc, creator_id)
    where is_listed`.execute(db);
  // What a group got counts every tip; what it ranks by does not.
  await sql`alter table grouplist_totals rename column amount_eur_minor to ranked_eur_minor`.execute(db);
  await sql`
    alter table grouplist_totals
      add column ranked_tips_count bigint not null default 0,
      add column is_listed boolean not null default false`.execute(db);
  await sql`
    alter table grouplist_totals
      alter column ranked_tips_count drop default,
      alter column is_listed drop default`.execute(db);
  await sql`drop index grouplist_totals_rank_idx`.execute(db);
  await sql`
    create index grouplist_totals_listed_idx on grouplist_totals (period, period_start, ranked_eur_minor desc, grouplist_id)
    where is_listed`.execute(db);
}

/** What cannot be written is warned of, and named by the check of the roll-ups (npm run rollups:check). */
const KEPT_TO_ITSELF = sql`
    exception when others then
      raise warning 'the ranks were not written: % (%)', sqlerrm, sqlstate;`;

/** The rows of a day, in the order in which everybody locks them. */
const PERIODS = (day: string) => sql`(values
      ('MONTH', date_trunc('month', ${sql.raw(day)})::date), ('WEEK', date_trunc('week', ${sql.raw(day)})::date),
      ('DAY', ${sql.raw(day)}), ('30DAYS', '2000-01-01'::date)) as p (period, period_start)`;

async function createFunctions(db: Kysely<never>): Promise<void> {
  await sql`
    create function add_to_ranks(counts jsonb, window_start date) returns void language plpgsql as $$
    begin
      insert into leaderboard_totals as r (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
      select p.period, p.period_start, u.id, count(*), sum(c.amount_eur_minor),
        u.status = 'ACTIVE' and u.ranking_enabled_at is not null
      from jsonb_to_recordset(counts) as c (creator_id uuid, day date, amount_eur_minor bigint, is_ranked boolean)
        join users u on u.id = c.creator_id cross join lateral ${PERIODS("c.day")}
      where c.is_ranked and (p.period <> '30DAYS' or c.day >= window_start)
      group by p.period, p.period_start, u.id
      order by p.period, p.period_start, u.id
      on conflict (period, period_start, creator_id) do update set
        tips_count = r.tips_count + excluded.tips_count,
        amount_eur_minor = r.amount_eur_minor + excluded.amount_eur_minor;
    ${KEPT_TO_ITSELF}
    end $$`.execute(db);
  await sql`
    create function change_ranks(creator uuid, paid_day date, tips_change integer, eur_change bigint, window_start date)
    returns void language plpgsql as $$
    begin
      with held as (
        select r.period, r.period_start from leaderboard_totals r join ${PERIODS("paid_day")} using (period, period_start)
        where r.creator_id = creator and (r.period <> '30DAYS' or paid_day >= window_start)
        order by r.period, r.period_start for no key update of r
      )
      update leaderboard_totals r set
        tips_count = r.tips_count + tips_change, amount_eur_minor = r.amount_eur_minor + eur_change
      from held h where r.creator_id = creator and r.period = h.period and r.period_start = h.period_start;
    ${KEPT_TO_ITSELF}
    end $$`.execute(db);
  await sql`
    create function add_to_group_totals(grouplist uuid, paid_day date, tips_change integer, minor_change bigint,
      ranked_tips_change integer, ranked_eur_change bigint, window_start date)
    returns void language plpgsql as $$
    begin
      insert into grouplist_totals as t
        (grouplist_id, period, period_start, tips_count, amount_minor, ranked_tips_count, ranked_eur_minor, is_listed)
      select g.id, p.period, p.period_start, tips_change, minor_change, ranked_tips_change, ranked_eur_change,
        g.status = 'APPROVED' and g.ranking_enabled_at is not null and g.archived_at is null
      from grouplists g cross join (values
        ('30DAYS', '2000-01-01'::date), ('ALL', '2000-01-01'::date), ('DAY', paid_day),
        ('MONTH', date_trunc('month', paid_day)::date)) as p (period, period_start)
      where g.id = grouplist and (p.period <> '30DAYS' or paid_day >= window_start)
      order by p.period
      on conflict (grouplist_id, period, period_start) do update set
        tips_count = t.tips_count + excluded.tips_count,
        amount_minor = t.amount_minor + excluded.amount_minor,
        ranked_tips_count = t.ranked_tips_count + excluded.ranked_tips_count,
        ranked_eur_minor = t.ranked_eur_minor + excluded.ranked_eur_minor;
    ${KEPT_TO_ITSELF}
    end $$`.execute(db);
}

/**
 * Who enters or leaves the leaderboard does so in every row, found by the days of their tips. A table that is being made
 * anew is waited for in a statement of its own: the next one sees the new rows.
 */
async function followListing(db: Kysely<never>): Promise<void> {
  await sql`
    create function list_creator() returns trigger language plpgsql as $$
    begin
      lock table leaderboard_totals in row exclusive mode;
      update leaderboard_totals r set is_listed = (new.status = 'ACTIVE' and new.ranking_enabled_at is not null)
      from (
        select distinct p.period, p.period_start
        from (select day from daily_tip_totals where creator_id = new.id) as d cross join lateral ${PERIODS("d.day")}
      ) as own
      where r.period = own.period and r.period_start = own.period_start and r.creator_id = new.id;
      return null;
    ${KEPT_TO_ITSELF}
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_listing after update of status, ranking_enabled_at on users for each row
    when ((old.status = 'ACTIVE' and old.ranking_enabled_at is not null)
      <> (new.status = 'ACTIVE' and new.ranking_enabled_at is not null))
    execute function list_creator()`.execute(db);
  await sql`
    create function list_grouplist() returns trigger language plpgsql as $$
    begin
      lock table grouplist_totals in row exclusive mode;
      update grouplist_totals set
        is_listed = (new.status = 'APPROVED' and new.ranking_enabled_at is not null and new.archived_at is null)
      where grouplist_id = new.id;
      return null;
    ${KEPT_TO_ITSELF}
      return null;
    end $$`.execute(db);
  await sql`
    create trigger grouplists_listing after update of status, ranking_enabled_at, archived_at on grouplists for each row
    when ((old.status = 'APPROVED' and old.ranking_enabled_at is not null and old.archived_at is null)
      <> (new.status = 'APPROVED' and new.ranking_enabled_at is not null and new.archived_at is null))
    execute function list_grouplist()`.execute(db);
}

/** Both tables anew of what is counted of each share. */
async function fill(db: Kysely<never>): Promise<void> {
  await sql`
    create temporary table ranked on commit drop as
    select a.creator_id, t.grouplist_id, t.group_tip_id, a.is_ranked, coalesce(g.is_ranked, true) as is_group_ranked,
      a.counted_minor, (a.counted_minor > 0)::int as tips, a.worth_eur_minor * a.counted_minor / a.amount_minor as eur_minor,
      (t.paid_at at time zone 'Europe/Berlin')::date as day
    from tip_allocations a join tips t on t.id = a.tip_id left join tips g on g.id = t.group_tip_id`.execute(
    db,
  );
  await sql`delete from leaderboard_totals`.execute(db);
  await sql`
    insert into leaderboard_totals (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
    select p.period, p.period_start, u.id, sum(s.tips), sum(s.eur_minor),
      u.status = 'ACTIVE' and u.ranking_enabled_at is not null
    from ranked s join users u on u.id = s.creator_id cross join lateral ${PERIODS("s.day")}
    where s.is_ranked and (p.period <> '30DAYS' or s.day > (now() at time zone 'Europe/Berlin')::date - 30)
    group by p.period, p.period_start, u.id`.execute(db);
  await sql`delete from grouplist_totals`.execute(db);
  await sql`
    insert into grouplist_totals
      (grouplist_id, period, period_start, tips_count, amount_minor, ranked_tips_count, ranked_eur_minor, is_listed)
    select g.id, p.period, p.period_start, sum(s.tips), sum(s.minor), 
      coalesce(sum(s.tips) filter (where s.is_group_ranked), 0),
      coalesce(sum(s.eur_minor) filter (where s.is_group_ranked), 0),
      g.status = 'APPROVED' and g.ranking_enabled_at is not null and g.archived_at is null
    from (
      select grouplist_id, day, is_group_ranked, (sum(counted_minor) > 0)::int as tips, sum(counted_minor) as minor,
        sum(eur_minor) as eur_minor
      from ranked where grouplist_id is not null group by grouplist_id, group_tip_id, day, is_group_ranked
    ) as s join grouplists g on g.id = s.grouplist_id cross join lateral (values
      ('30DAYS', '2000-01-01'::date), ('ALL', '2000-01-01'::date), ('DAY', s.day),
      ('MONTH', date_trunc('month', s.day)::date)) as p (period, period_start)
    where p.period <> '30DAYS' or s.day > (now() at time zone 'Europe/Berlin')::date - 30
    group by p.period, p.period_start, g.id`.execute(db);
}
