-- A payment is the tip, our fee at its rate and the VAT on it at its rate; charged in another currency it is as much at
-- its rate. Its tip is of the same amount, and stands where its payment stands.
select p.id, p.status, t.status as tip_status
from payments p
join currencies c on c.code = p.currency
join currencies k on k.code = p.charged_currency
left join tips t on t.id = p.tip_id
left join tip_allocations a on a.payment_id = p.id
where p.total_minor <> p.amount_minor + p.service_fee_minor + p.vat_minor
  or p.service_fee_minor <> (p.amount_minor * p.service_fee_bps + 5000) / 10000
  or p.vat_minor <> (p.service_fee_minor * p.vat_rate_bps + 5000) / 10000
  or case when p.currency = p.charged_currency then p.charged_minor <> p.total_minor or p.rate <> 1
    else abs(p.total_minor * p.rate * power(10::numeric, k.digits - c.digits) - p.charged_minor) > 1 end
  or p.purpose <> 'TIP' or t.id is null or t.amount_minor <> p.amount_minor or t.currency <> p.currency
  or ((p.settled_at is not null) <> (p.status in ('SUCCESS', 'REFUNDED', 'CHARGEBACK')))
  or (a.id is not null and (
    p.settled_at <> t.paid_at or (p.status = 'CHARGEBACK') <> (t.status = 'CHARGEBACK')
    or (p.status = 'REFUNDED') <> (t.status = 'REFUNDED') or t.status in ('DRAFT', 'AWAITING_PAYMENT', 'EXPIRED')
  ))
union all
select t.id, null, t.status
from tips t
left join payments p on p.tip_id = coalesce(t.group_tip_id, t.id) and p.settled_at is not null
where t.paid_at is not null and p.id is null
