-- What the creators were allocated of a payment is the whole tip, in its currency, each to the one whose tip it is: the
-- payment's own, or a share of it. Nearly all payments are allocated as a whole; of the others the parts are added up. A
-- creator has one share of a payment (its key). A voucher's is allocated to who redeemed it, as the tip that it became.
-- A tip's share is available when the days are over that its payment keeps.
with parted as materialized (
  select p.id, p.amount_minor, p.purpose, p.purpose = 'TIP' and p.status in ('SUCCESS', 'CHARGEBACK') as is_due
  from payments p left join tip_allocations a on a.payment_id = p.id and a.amount_minor = p.amount_minor
  where a.id is null
)
select p.id, p.amount_minor, coalesce(s.amount, 0) as allocated
from parted p
left join (
  select payment_id, sum(amount_minor) as amount from tip_allocations
  where payment_id in (select id from parted) group by payment_id
) as s on s.payment_id = p.id
where (p.is_due and s.payment_id is null) or (p.purpose = 'TIP' and p.amount_minor <> s.amount)
union all
select a.payment_id, p.amount_minor, a.amount_minor
from tip_allocations a
left join payments p on p.id = a.payment_id
left join tips t on t.id = a.tip_id
where not coalesce(case p.purpose
    when 'TIP' then a.currency = p.currency and p.tip_id = coalesce(t.group_tip_id, t.id) and a.creator_id = t.creator_id
    else t.voucher_id = p.voucher_id and a.creator_id = t.creator_id and a.currency = t.currency
      and a.amount_minor = t.amount_minor end,
  false)
  or (p.purpose = 'TIP' and a.available_at <> p.settled_at + p.hold_days * interval '24 hours')
