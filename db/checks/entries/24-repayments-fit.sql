-- A debt is repaid from its creator's available money to what the same creator owes, and by no more than became available
-- by the cause, or than the reversal of a correcting entry made them owe. It is owed again where that entry was reversed.
with repaid as materialized (
  select id, cause, cause_id, cause_part from ledger_transaction where id > :from and id <= :upto and kind = 'repaid'
), credits as (
  select r.id, a.creator_id::text as owner, a.currency::text, coalesce(a.released_minor, a.amount_minor) as most
  from repaid r join tip_allocations a on r.cause = 'allocation' and a.id = r.cause_id and r.cause_part = ''
  union all
  select r.id, p.creator_id::text, p.currency::text, p.amount_minor
  from repaid r join payouts p on r.cause = 'payout' and p.id = r.cause_id and p.status = 'FAILED' and r.cause_part = ''
  union all
  select r.id, a.creator_id::text, a.currency::text, sum(p.from_pending_minor + p.from_available_minor)
  from repaid r
  join refunds f on r.cause = 'refund' and f.id = r.cause_id and f.status = 'FAILED'
  join refund_parts p on p.refund_id = f.id
  join tip_allocations a on a.id = p.allocation_id and a.creator_id::text = r.cause_part
  group by r.id, a.creator_id, a.currency
  union all
  select r.id, a.creator_id::text, a.currency::text, sum(o.available_minor)
  from repaid r
  join dispute_act_parts o on r.cause = 'dispute' and o.dispute_id = r.cause_id and o.act in ('WON', 'REVERSED')
  join tip_allocations a on a.id = o.allocation_id and o.turn || ':' || a.creator_id = r.cause_part
  group by r.id, a.creator_id, a.currency
  union all
  select r.id, c.owner, c.currency::text, c.amount_minor
  from repaid r
  join ledger_corrections c on r.cause = 'correction' and c.id = r.cause_id and c.credit_code = 'creator_available'
    and r.cause_part = ''
  union all
  select r.id, c.owner, c.currency::text, c.amount_minor
  from repaid r
  join ledger_corrections c on r.cause = 'correction' and c.id = r.cause_id
    and c.credit_code in ('creator_available', 'creator_receivable') and r.cause_part = 'reversed'
  join ledger_correction_reversals x on x.correction_id = c.id
)
select r.id, c.owner, c.currency, c.most, sum(m.amount_minor) as repaid
from repaid r
join ledger_transfer m on m.transaction_id = r.id
join ledger_account f on f.id = m.debit_account
join ledger_account o on o.id = m.credit_account
left join credits c on c.id = r.id
group by r.id, c.owner, c.currency, c.most
having c.owner is null or sum(m.amount_minor) > c.most or count(*) <> 1
  or bool_or(f.code <> 'creator_available' or o.code <> 'creator_receivable' or f.owner <> c.owner or o.owner <> c.owner
    or m.currency <> c.currency)
union all
select t.id, t.reference, t.kind, null, null
from ledger_transaction t
where t.id > :from and t.id <= :upto and t.kind = 'repayment_reversed'
  and not exists (select from ledger_correction_reversals x where x.correction_id = t.cause_id)
