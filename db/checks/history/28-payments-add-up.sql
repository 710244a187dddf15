-- A payment is the tip, our fee at its rate or the minimum that was more, and the VAT on it at its rate; charged in another currency it is as much at
-- its rate. Its tip is of the same amount, and stands where its payment stands. A tip that was paid has a payment that was
-- settled, whatever other tries it has; that a member's share of a group's tip has one, check 53 says.
with odd as materialized (
  select * from (
  select p.id, p.status, t.id as tip_id, t.status as tip_status, t.paid_at is not null and p.settled_at is null
      and t.group_tip_id is null and t.voucher_id is null as is_unpaid,
    p.id is not null and (p.total_minor <> p.amount_minor + p.service_fee_minor + p.vat_minor
      or p.service_fee_minor <> greatest((p.amount_minor * p.service_fee_bps + 5000) / 10000, p.service_fee_minimum_minor)
      or p.service_fee_minimum_minor between 1 and (p.amount_minor * p.service_fee_bps + 5000) / 10000
      or p.vat_minor <> (p.service_fee_minor * p.vat_rate_bps + 5000) / 10000
      or case when p.currency = p.charged_currency then p.charged_minor <> p.total_minor or p.rate <> 1
        else abs(p.total_minor * p.rate * power(10::numeric, (select digits from currencies where code = p.charged_currency)
          - (select digits from currencies where code = p.currency)) - p.charged_minor) > 1 end
      or p.application_fee_minor <> (2 * p.charged_minor * (p.service_fee_minor + p.vat_minor) + p.total_minor) / (2 * p.total_minor)
      or case p.purpose when 'TIP' then t.id is null or t.amount_minor <> p.amount_minor or t.currency <> p.currency
        else v.id is null or v.amount_minor <> p.amount_minor or v.currency <> p.currency end
      or ((p.settled_at is not null) <> (p.status in ('SUCCESS', 'REFUNDED', 'CHARGEBACK')))
      or (a.id is not null and t.id is not null and (
        p.settled_at <> t.paid_at or (p.status = 'CHARGEBACK') <> (t.status = 'CHARGEBACK')
        or (p.status = 'REFUNDED') <> (t.status = 'REFUNDED') or t.status in ('DRAFT', 'AWAITING_PAYMENT', 'EXPIRED')
      ))) as is_odd
  from payments p
  full join tips t on t.id = p.tip_id
  left join vouchers v on v.id = p.voucher_id
  left join tip_allocations a on a.payment_id = p.id
  ) as each_row where is_odd or is_unpaid
)
select id, status, tip_status from odd where is_odd
union all
select distinct o.tip_id, null::text, o.tip_status
from odd o
where o.is_unpaid and not exists (select from payments p where p.tip_id = o.tip_id and p.settled_at is not null)
