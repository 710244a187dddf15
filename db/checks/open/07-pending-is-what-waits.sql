-- A creator's pending money is what has not matured, less what disputes hold or took of it, and what
-- refunds took.
with waiting as (
  select a.creator_id, a.currency, sum(a.amount_minor - coalesce(h.held, 0) - coalesce(r.refunded, 0)) as amount
  from tip_allocations a
  left join lateral (
    select sum(h.from_pending_minor) as held
    from dispute_holds h join disputes d on d.id = h.dispute_id
    where h.allocation_id = a.id and d.status in ('OPEN', 'LOST')
  ) h on true
  left join lateral (
    select sum(r.from_pending_minor) as refunded
    from refund_parts r join refunds f on f.id = r.refund_id
    where r.allocation_id = a.id and f.status <> 'FAILED'
  ) r on true
  where a.released_at is null
  group by a.creator_id, a.currency
), booked as (
  select owner, currency, sum(credits - debits) as amount
  from ledger_account where code = 'creator_pending' group by owner, currency
)
select coalesce(w.creator_id::text, b.owner) as creator, coalesce(w.currency, b.currency) as currency, w.amount as waiting, b.amount as booked
from waiting w full join booked b on b.owner = w.creator_id::text and b.currency = w.currency
where coalesce(w.amount, 0) <> coalesce(b.amount, 0)
