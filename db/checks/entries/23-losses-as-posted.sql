-- A debt that was written off, and money that was given up, are posted as their rows say.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('written_off', 'remainder_given_up')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select w.id, 'written_off', '', 'user:' || w.creator_id, 'chargeback_loss', '', 0, 'creator_receivable',
    w.creator_id::text, 0, w.currency, w.amount_minor
  from causes join write_offs w on w.id = causes.id
  union all
  select g.id, 'remainder_given_up', '', 'user:' || g.creator_id, 'creator_available', g.creator_id::text, 0,
    'breakage_revenue', '', 0, g.currency, g.amount_minor
  from causes join give_ups g on g.id = causes.id
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('written_off', 'remainder_given_up')
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
