-- Nothing is left pending for over an hour after it has matured, or after the last bank has stopped asking about it.
select a.id, a.creator_id, a.currency, a.amount_minor, a.available_at
from tip_allocations a
where a.released_at is null
  and a.available_at < :now::timestamptz - interval '1 hour'
  and not exists (
    select from disputes d
    where d.payment_id = a.payment_id and (d.status = 'OPEN' or d.closed_at >= :now::timestamptz - interval '1 hour')
  )
