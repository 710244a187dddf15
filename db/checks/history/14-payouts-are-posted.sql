-- Every payout was taken from its creator once, and paid or given back as its status says.
select p.id, p.status,
  count(t.id) filter (where t.kind = 'payout_requested') as requested,
  count(t.id) filter (where t.kind = 'payout_paid') as paid,
  count(t.id) filter (where t.kind in ('payout_returned', 'payout_bounced')) as given_back
from payouts p left join ledger_transaction t on t.reference = 'payout:' || p.id
group by p.id
having count(t.id) filter (where t.kind = 'payout_requested') <> 1
  or (count(t.id) filter (where t.kind in ('payout_returned', 'payout_bounced')) = 1) <> (p.status = 'FAILED')
  or (p.status = 'PAID' and count(t.id) filter (where t.kind = 'payout_paid') <> 1)
  or (p.status in ('REQUESTED', 'PROCESSING') and count(t.id) filter (where t.kind = 'payout_paid') <> 0)
