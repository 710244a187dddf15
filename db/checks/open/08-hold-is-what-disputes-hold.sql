-- What is held of a creator is what the open disputes hold, but for money that is not with us.
with held as (
  select a.creator_id::text as owner, a.currency, sum(h.from_pending_minor + h.from_available_minor) as amount
  from dispute_holds h
  join disputes d on d.id = h.dispute_id and d.status = 'OPEN'
  join payments p on p.id = d.payment_id and p.account_ref is null and not p.is_transferred
  join tip_allocations a on a.id = h.allocation_id
  group by a.creator_id, a.currency
), booked as (
  select owner, currency, sum(credits - debits) as amount
  from ledger_account where code = 'creator_dispute_hold' group by owner, currency
)
select coalesce(h.owner, b.owner) as creator, coalesce(h.currency, b.currency) as currency, h.amount as held, b.amount as booked
from held h full join booked b on b.owner = h.owner and b.currency = h.currency
where coalesce(h.amount, 0) <> coalesce(b.amount, 0)
