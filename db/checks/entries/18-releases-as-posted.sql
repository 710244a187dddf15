-- What was released of a share is posted as the share says, from the shard where it waited.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('released') and cause = 'allocation'
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select a.id, 'released', '', 'allocation:' || a.id, 'creator_pending', a.creator_id::text, a.pending_shard,
    'creator_available', a.creator_id::text, 0, a.currency, a.released_minor
  from causes join tip_allocations a on a.id = causes.id
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, hash_record_extended(row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor), 0) as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('released') and t.cause = 'allocation'
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
