-- What the creators were allocated of a payment is the whole tip, in its currency, to the one whom it is for.
with shares as (
  select a.payment_id, sum(a.amount_minor) as amount,
    bool_or(a.currency <> p.currency or a.tip_id <> p.tip_id or a.creator_id <> t.creator_id) as is_anothers
  from tip_allocations a join payments p on p.id = a.payment_id join tips t on t.id = p.tip_id
  group by a.payment_id
)
select p.id, p.amount_minor, coalesce(s.amount, 0) as allocated, s.is_anothers
from payments p left join shares s on s.payment_id = p.id
where (p.purpose = 'TIP' and p.status in ('SUCCESS', 'CHARGEBACK') and s.payment_id is null)
  or p.amount_minor <> s.amount or s.is_anothers
