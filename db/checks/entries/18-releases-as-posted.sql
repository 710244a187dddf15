-- What was released of a share is posted as the share says, from the shard where it waited, and no line more.
with freed as (
  select t.id, t.cause_id, t.reference, t.cause_part from ledger_transaction t
  where t.id > :from and t.id <= :upto and t.kind = 'released' and t.cause = 'allocation'
), lines (id, from_account, to_account, minor, side) as (
  select m.transaction_id, m.debit_account, m.credit_account, m.amount_minor, 1
  from freed t join ledger_transfer m on m.transaction_id = t.id
  union all
  select t.id, w.id, v.id, a.released_minor, -1
  from freed t
  join tip_allocations a on a.id = t.cause_id
  join ledger_account w on w.code = 'creator_pending' and w.owner = a.creator_id::text and w.currency = a.currency
    and w.shard = a.pending_shard
  join ledger_account v on v.code = 'creator_available' and v.owner = a.creator_id::text and v.currency = a.currency
    and v.shard = 0
)
select id, from_account, to_account, sum(side * minor) as apart_minor
from lines where minor > 0
group by id, from_account, to_account, minor
having sum(side) <> 0
union all
select id, null, null, null from freed where cause_part <> '' or reference <> 'allocation:' || cause_id
