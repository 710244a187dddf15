-- What a refund of a settled tip took of the creators and of our goodwill is its part of the tip, each part from one place
-- or another, and in the tip's currency its parts are what the fan gets. No payment gives back more than it brought, to
-- the cent with its last part (the provider's own parts are of the charge, in whole coins), and REFUNDED is one that gave
-- back all (or that was never credited to anybody).
with parts as (
  select refund_id, sum(amount_minor) as amount, sum(goodwill_minor) as goodwill,
    bool_or(amount_minor <> from_pending_minor + from_available_minor + goodwill_minor) as is_odd
  from refund_parts group by refund_id
), facts as (
  select f.*, p.currency as tip_currency, p.charged_currency, coalesce(r.amount, 0) as parts,
    coalesce(r.goodwill, 0) as goodwill_parts, coalesce(r.is_odd, false) as is_odd
  from refunds f join payments p on p.id = f.payment_id left join parts r on r.refund_id = f.id
  where f.asked_by <> 'PRODUCT'
), sums as (
  select payment_id, sum(tip_minor) as tip, sum(service_fee_minor) as fee, sum(vat_minor) as vat, sum(amount_minor) as charged,
    bool_or(asked_by = 'PROVIDER') as is_by_provider, coalesce(sum(tip_minor) filter (where status = 'DONE'), 0) as tip_done
  from facts where status <> 'FAILED' group by payment_id
), credited as (
  select distinct payment_id from tip_allocations
)
select 'refund' as of, id::text, 'parts' as fault from facts
where parts <> tip_minor or goodwill_parts <> goodwill_minor or is_odd or currency <> charged_currency
  or (tip_currency = currency and amount_minor <> tip_minor + service_fee_minor + vat_minor)
union all
select 'payment', p.id::text, 'sums' from payments p join sums s on s.payment_id = p.id
where s.tip > p.amount_minor or s.fee > p.service_fee_minor or s.vat > p.vat_minor or s.charged > p.charged_minor
  or (s.tip = p.amount_minor and not s.is_by_provider and (s.fee, s.vat, s.charged) <> (p.service_fee_minor, p.vat_minor, p.charged_minor))
union all
select 'payment', p.id::text, 'status'
from payments p left join sums s on s.payment_id = p.id left join credited c on c.payment_id = p.id
where (p.status = 'SUCCESS' and s.tip_done = p.amount_minor)
  or (p.status = 'REFUNDED' and s.tip_done is distinct from p.amount_minor and c.payment_id is not null)
