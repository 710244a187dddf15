-- What the creators were allocated of a payment is the whole tip, in its currency, to the one whom it is for.
select p.id, p.amount_minor, coalesce(s.amount, 0) as allocated
from payments p
left join (select payment_id, sum(amount_minor) as amount from tip_allocations group by payment_id) as s on s.payment_id = p.id
where (p.purpose = 'TIP' and p.status in ('SUCCESS', 'CHARGEBACK') and s.payment_id is null) or p.amount_minor <> s.amount
union all
select a.payment_id, p.amount_minor, a.amount_minor
from tip_allocations a
left join payments p on p.id = a.payment_id
left join tips t on t.id = a.tip_id
where not coalesce(a.currency = p.currency and a.tip_id = p.tip_id and a.creator_id = t.creator_id, false)
