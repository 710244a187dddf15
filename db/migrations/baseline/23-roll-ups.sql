-- Sums that pages read in place of all rows.

create table daily_tip_totals (
  creator_id uuid not null references users,
  day date not null,
  currency char(3) not null,
  tips_count integer not null check (tips_count >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  amount_eur_minor bigint not null check (amount_eur_minor >= 0),
  primary key (creator_id, day, currency)
);
create index daily_tip_totals_day_idx on daily_tip_totals (day);

-- Roll-ups for a creator's statistics and fans (docs/product.md, 8.2).
create table monthly_tip_totals (
  creator_id uuid not null references users,
  currency char(3) not null,
  month date not null,
  dimension text not null check (dimension in ('COUNTRY', 'ITEM', 'TYPE')),
  key text not null,
  tips_count integer not null check (tips_count >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  primary key (creator_id, currency, month, dimension, key)
);

create table fan_totals (
  creator_id uuid not null references users,
  fan_key bytea not null,
  currency char(3) not null,
  tips_count integer not null check (tips_count >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  last_paid_at timestamptz not null,
  primary key (creator_id, fan_key, currency)
);
create index fan_totals_last_idx on fan_totals (creator_id, last_paid_at desc, fan_key desc);

create table fan_counts (
  creator_id uuid not null references users,
  currency char(3) not null,
  fans_count integer not null check (fans_count >= 0),
  returning_count integer not null check (returning_count >= 0),
  primary key (creator_id, currency)
);

-- A creator's waiting money, by the day on which it becomes available and the month in which it was paid. No check
-- keeps the sums from falling below zero: a roll-up must never keep money from moving, and `npm run rollups:check`
-- reports it.
create table waiting_totals (
  creator_id uuid not null references users,
  currency char(3) not null,
  day date not null,
  month date not null,
  amount_minor bigint not null,
  counted_minor bigint not null,
  primary key (creator_id, currency, day, month)
) with (fillfactor = 70);

create table daily_payment_totals (
  day date not null,
  provider text not null,
  type text not null,
  tips_count integer not null,
  amount_eur_minor bigint not null,
  charged_eur_minor bigint not null,
  primary key (day, provider, type)
);

-- Counts only what ranks (docs/product.md, 8.3): no tip of a creator to themselves, and no member's to their own
-- group. Each row knows whether it is listed, so that the first fifty are read along one index.
create table leaderboard_totals (
  period text not null check (period in ('MONTH', '30DAYS', 'WEEK', 'DAY')),
  period_start date not null,
  creator_id uuid not null references users,
  tips_count integer not null check (tips_count >= 0),
  amount_eur_minor bigint not null check (amount_eur_minor >= 0),
  is_listed boolean not null,
  primary key (period, period_start, creator_id)
);
create index leaderboard_totals_listed_idx on leaderboard_totals (period, period_start, amount_eur_minor desc,
  creator_id) where is_listed;

-- The ranks at yesterday's end, from which the leaderboard's movement is measured. Kept for one day.
create table leaderboard_ranks (
  range text not null check (range in ('month', '30days', 'day')),
  creator_id uuid not null references users on delete cascade,
  day date not null,
  rank integer not null check (rank > 0),
  primary key (range, creator_id)
);
-- Every page checks whether they are of yesterday.
create index leaderboard_ranks_day_idx on leaderboard_ranks (range, day);

create table grouplist_totals (
  grouplist_id uuid not null references grouplists,
  period text not null check (period in ('ALL', 'MONTH', '30DAYS', 'DAY')),
  period_start date not null,
  tips_count bigint not null,
  amount_minor bigint not null,
  ranked_eur_minor bigint not null,
  ranked_tips_count bigint not null,
  is_listed boolean not null,
  primary key (grouplist_id, period, period_start)
);
create index grouplist_totals_listed_idx on grouplist_totals (period, period_start, ranked_eur_minor desc,
  grouplist_id) where is_listed;

create table grouplist_ranks (
  range text not null check (range in ('month', '30days', 'day')),
  grouplist_id uuid not null references grouplists on delete cascade,
  day date not null,
  rank integer not null check (rank > 0),
  primary key (range, grouplist_id)
);
create index grouplist_ranks_day_idx on grouplist_ranks (range, day);

-- The functions of the rank tables keep their errors to themselves: a tip never fails for its rank. What cannot be
-- written is a warning, and reported by `npm run rollups:check`.
create function add_to_ranks(counts jsonb, window_start date) returns void language plpgsql as $$
begin
  insert into leaderboard_totals as r (period, period_start, creator_id, tips_count, amount_eur_minor, is_listed)
  select p.period, p.period_start, u.id, count(*), sum(c.amount_eur_minor),
    u.status = 'ACTIVE' and u.ranking_enabled_at is not null
  from jsonb_to_recordset(counts) as c (creator_id uuid, day date, amount_eur_minor bigint, is_ranked boolean)
    join users u on u.id = c.creator_id cross join lateral (values
      ('MONTH', date_trunc('month', c.day)::date), ('WEEK', date_trunc('week', c.day)::date),
      ('DAY', c.day), ('30DAYS', '2000-01-01'::date)) as p (period, period_start)
  where c.is_ranked and (p.period <> '30DAYS' or c.day >= window_start)
  group by p.period, p.period_start, u.id
  order by p.period, p.period_start, u.id
  on conflict (period, period_start, creator_id) do update set
    tips_count = r.tips_count + excluded.tips_count,
    amount_eur_minor = r.amount_eur_minor + excluded.amount_eur_minor;
exception when others then
  raise warning 'the ranks were not written: % (%)', sqlerrm, sqlstate;
end $$;

create function change_ranks(creator uuid, paid_day date, tips_change integer, eur_change bigint,
  window_start date) returns void
language plpgsql as $$
begin
  with held as (
    select r.period, r.period_start from leaderboard_totals r join (values
      ('MONTH', date_trunc('month', paid_day)::date), ('WEEK', date_trunc('week', paid_day)::date),
      ('DAY', paid_day), ('30DAYS', '2000-01-01'::date)) as p (period, period_start) using (period, period_start)
    where r.creator_id = creator and (r.period <> '30DAYS' or paid_day >= window_start)
    order by r.period, r.period_start for no key update of r
  )
  update leaderboard_totals r set
    tips_count = r.tips_count + tips_change, amount_eur_minor = r.amount_eur_minor + eur_change
  from held h where r.creator_id = creator and r.period = h.period and r.period_start = h.period_start;
exception when others then
  raise warning 'the ranks were not written: % (%)', sqlerrm, sqlstate;
end $$;

create function add_to_group_totals(grouplist uuid, paid_day date, tips_change integer, minor_change bigint,
  ranked_tips_change integer, ranked_eur_change bigint, window_start date) returns void
language plpgsql as $$
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
exception when others then
  raise warning 'the ranks were not written: % (%)', sqlerrm, sqlstate;
end $$;

-- A creator who enters or leaves the leaderboard does so in every row, found by the days of their tips. A table
-- that is being made anew is waited for in a statement of its own: the next one sees the new rows.
create function list_creator() returns trigger language plpgsql as $$
begin
  lock table leaderboard_totals in row exclusive mode;
  update leaderboard_totals r set is_listed = (new.status = 'ACTIVE' and new.ranking_enabled_at is not null)
  from (
    select distinct p.period, p.period_start
    from (select day from daily_tip_totals where creator_id = new.id) as d cross join lateral (values
      ('MONTH', date_trunc('month', d.day)::date), ('WEEK', date_trunc('week', d.day)::date),
      ('DAY', d.day), ('30DAYS', '2000-01-01'::date)) as p (period, period_start)
  ) as own
  where r.period = own.period and r.period_start = own.period_start and r.creator_id = new.id;
  return null;
exception when others then
  raise warning 'the ranks were not written: % (%)', sqlerrm, sqlstate;
  return null;
end $$;

create function list_grouplist() returns trigger language plpgsql as $$
begin
  lock table grouplist_totals in row exclusive mode;
  update grouplist_totals set
    is_listed = (new.status = 'APPROVED' and new.ranking_enabled_at is not null and new.archived_at is null)
  where grouplist_id = new.id;
  return null;
exception when others then
  raise warning 'the ranks were not written: % (%)', sqlerrm, sqlstate;
  return null;
end $$;

create trigger users_listing after update of status, ranking_enabled_at on users
  for each row when ((old.status = 'ACTIVE' and old.ranking_enabled_at is not null) <> (new.status = 'ACTIVE'
    and new.ranking_enabled_at is not null)) execute function list_creator();
create trigger grouplists_listing after update of status, ranking_enabled_at, archived_at on grouplists
  for each row when ((old.status = 'APPROVED' and old.ranking_enabled_at is not null
    and old.archived_at is null) <> (new.status = 'APPROVED' and new.ranking_enabled_at is not null
    and new.archived_at is null)) execute function list_grouplist();
