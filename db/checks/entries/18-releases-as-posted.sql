-- What was released of a share is posted as the share says, as of when, from the shard where it waited: one line, and no more.
with creators as materialized (
  select id, code, currency, shard, case when owner ~ '^[0-9a-f-]{36}$' then owner::uuid end as creator_id
  from ledger_account where code in ('creator_pending', 'creator_available')
)
select t.id, m.seq, m.debit_account as from_account, m.credit_account as to_account, m.amount_minor, a.released_minor
from ledger_transaction t
left join ledger_transfer m on m.transaction_id = t.id
left join tip_allocations a on a.id = t.cause_id
left join creators w on w.id = m.debit_account
left join creators v on v.id = m.credit_account
where t.id > :from and t.id <= :upto and t.kind = 'released' and t.cause = 'allocation'
  and not coalesce(
    t.cause_part = '' and t.effective_at = a.released_at and t.reference = 'allocation:' || t.cause_id and m.seq = 0 and m.amount_minor = a.released_minor
    and w.code = 'creator_pending' and w.creator_id = a.creator_id and w.currency = a.currency and w.shard = a.pending_shard
    and v.code = 'creator_available' and v.creator_id = a.creator_id and v.currency = a.currency and v.shard = 0,
    false)
