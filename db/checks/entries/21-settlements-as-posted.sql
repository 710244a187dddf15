-- What a provider settled is posted as its file says: what it paid out, and what it kept.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('provider_settled')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select s.id, 'provider_settled', sum.currency, '', k.code, '', 0, 'psp_clearing', s.provider, 0, sum.currency, k.amount
  from causes
  join settlements s on s.id = causes.id
  cross join lateral jsonb_each(s.totals) as sum (currency, total)
  cross join lateral (values
    ('bank', (sum.total ->> 'gross_minor')::bigint - (sum.total ->> 'fee_minor')::bigint),
    ('psp_fee', (sum.total ->> 'fee_minor')::bigint)
  ) as k (code, amount)
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, hash_record_extended(row(t.kind, t.cause_part, ''::text,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor), 0) as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('provider_settled')
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account c on c.id = m.credit_account
  union all
  select cause_id, -1, amount, hash_record_extended(row(kind::text, part::text, reference::text, from_code::text,
    from_owner::text, from_shard::smallint, to_code::text, to_owner::text, to_shard::smallint, currency::text, amount), 0)
  from expected where amount > 0
)
select cause_id, sum(amount) filter (where side = 1) as posted_minor, sum(amount) filter (where side = -1) as expected_minor
from lines group by cause_id having sum(side * line::numeric) <> 0
