-- A payment is posted as of when it was settled; nothing takes effect after it was written, or half a year before: of what was
-- posted since the last checkpoint, as the hashes of those before have the times.
select t.id, t.kind, t.effective_at, t.created_at, p.settled_at
from ledger_transaction t
left join payments p on p.id = t.cause_id and t.kind in ('tip_paid', 'voucher_paid')
where t.id > :head and t.id > :from and t.id <= :upto
  and (t.effective_at <> p.settled_at or t.effective_at > t.created_at + interval '1 minute'
    or t.effective_at < t.created_at - interval '190 days')
