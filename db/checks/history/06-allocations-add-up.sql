-- What the creators were allocated of a payment is the whole tip.
select p.id, p.amount_minor, coalesce(sum(a.amount_minor), 0) as allocated
from payments p left join tip_allocations a on a.payment_id = p.id
where p.purpose = 'TIP' and p.status in ('SUCCESS', 'CHARGEBACK')
group by p.id
having p.amount_minor <> coalesce(sum(a.amount_minor), 0)
