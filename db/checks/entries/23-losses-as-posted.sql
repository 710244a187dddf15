-- A debt that was written off or set off against another currency, and money that was given up, are posted as their rows
-- say. What was set off is worth the debt at the rate of its day.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('written_off', 'debt_set_off', 'remainder_given_up')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select w.id, 'written_off', '', 'user:' || w.creator_id, 'chargeback_loss', '', 0, 'creator_receivable',
    w.creator_id::text, 0, w.currency, w.amount_minor
  from causes join write_offs w on w.id = causes.id
  union all
  select s.id, 'debt_set_off', '', 'user:' || s.creator_id, side.* from causes join debt_set_offs s on s.id = causes.id
  cross join lateral (values
    ('creator_available', s.creator_id::text, 0, 'fx_position', '', 0, s.from_currency, s.from_minor),
    ('fx_position', '', 0, 'creator_receivable', s.creator_id::text, 0, s.debt_currency, s.debt_minor)) as side
  union all
  select g.id, 'remainder_given_up', '', 'user:' || g.creator_id, 'creator_available', g.creator_id::text, 0,
    'breakage_revenue', '', 0, g.currency, g.amount_minor
  from causes join give_ups g on g.id = causes.id
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('written_off', 'debt_set_off', 'remainder_given_up')
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account c on c.id = m.credit_account
  union all
  select cause_id, -1, amount, row(kind::text, part::text, reference::text, from_code::text,
    from_owner::text, from_shard::smallint, to_code::text, to_owner::text, to_shard::smallint, currency::text, amount)::text
  from expected where amount > 0
)
select cause_id, line, sum(amount) filter (where side = 1) as posted_minor, sum(amount) filter (where side = -1) as expected_minor
from lines group by cause_id, line having sum(side) <> 0
union all
select s.id, 'rate ' || s.rate || ' of ' || s.rate_date, s.from_minor, s.debt_minor
from causes
join debt_set_offs s on s.id = causes.id
where abs(s.debt_minor * s.rate * power(10::numeric, (select digits from currencies where code = s.from_currency)
    - (select digits from currencies where code = s.debt_currency)) - s.from_minor) > greatest(1, s.rate)
  or not exists (
    select from (
      select units_per_euro, rate_date from reference_rates where currency = s.from_currency
      union all select 1, (s.set_off_at at time zone 'Europe/Berlin')::date where s.from_currency = 'EUR'
    ) f cross join (
      select units_per_euro, rate_date from reference_rates where currency = s.debt_currency
      union all select 1, (s.set_off_at at time zone 'Europe/Berlin')::date where s.debt_currency = 'EUR'
    ) d
    where least(f.rate_date, d.rate_date) = s.rate_date
      and greatest(f.rate_date, d.rate_date) <= (s.set_off_at at time zone 'Europe/Berlin')::date
      and round(f.units_per_euro / d.units_per_euro, 12) = s.rate)
