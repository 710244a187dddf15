-- What a refund of a settled tip took of the creators and of our goodwill is its part of the tip, each part from one place
-- or another, and in the tip's currency its parts are what the fan gets. No payment gives back more than it brought, to
-- the cent with its last part (the provider's own parts are of the charge, in whole coins), and REFUNDED is one that gave
-- back all (or that was never credited to anybody). What a creator asked for is of their own share alone, and what the
-- provider gave back nobody here asked for.
with parts as (
  select r.refund_id, sum(r.amount_minor) as amount, sum(r.goodwill_minor) as goodwill,
    bool_or(r.amount_minor <> r.from_pending_minor + r.from_available_minor + r.goodwill_minor or f.payment_id is distinct from l.payment_id
      or (f.asked_by = 'CREATOR') <> coalesce(l.creator_id = f.requested_by, false)
      or (f.asked_by = 'PROVIDER') <> (f.requested_by is null)) as is_odd
  from refund_parts r
  left join refunds f on f.id = r.refund_id
  left join tip_allocations l on l.id = r.allocation_id
  group by r.refund_id
), facts as (
  select f.*, p.currency as tip_currency, p.charged_currency, coalesce(r.amount, 0) as parts,
    coalesce(r.goodwill, 0) as goodwill_parts, coalesce(r.is_odd, false) as is_odd,
    -- Of a voucher that nobody has redeemed there are no parts; who redeemed it in another currency gives theirs.
    case when p.purpose = 'TIP' or (f.status <> 'FAILED' and v.currency = p.currency) then f.tip_minor
      when f.status <> 'FAILED' and v.id is null then 0 else coalesce(r.amount, 0) end as parts_due
  from refunds f join payments p on p.id = f.payment_id left join parts r on r.refund_id = f.id
  left join tip_allocations v on v.payment_id = p.id and p.purpose = 'VOUCHER'
  where f.asked_by <> 'PRODUCT'
), sums as (
  select payment_id, sum(tip_minor) as tip, sum(service_fee_minor) as fee, sum(vat_minor) as vat, sum(amount_minor) as charged,
    sum(application_fee_minor) as application_fee,
    bool_or(asked_by = 'PROVIDER') as is_by_provider, coalesce(sum(tip_minor) filter (where status = 'DONE'), 0) as tip_done
  from facts where status <> 'FAILED' group by payment_id
), credited as (
  select distinct payment_id from tip_allocations
  union
  select p.id from payments p left join suspense_entries e on e.payment_id = p.id
  where p.purpose = 'VOUCHER' and e.payment_id is null
)
select 'refund' as of, id::text, 'parts' as fault from facts
where parts <> parts_due or goodwill_parts <> goodwill_minor or is_odd or currency <> charged_currency
  or (asked_by in ('PROVIDER', 'BUYER')) <> (requested_by is null)
  or (tip_currency = currency and amount_minor <> tip_minor + service_fee_minor + vat_minor)
union all
select 'part', r.refund_id::text, 'alone' from refund_parts r left join refunds f on f.id = r.refund_id where f.id is null
union all
-- Surplus money goes back whole, and its refund, its entry in suspense and the way out say the same.
select 'surplus', coalesce(f.id, s.refund_id)::text, 'entry'
from (select * from refunds where asked_by = 'PRODUCT') f
left join suspense_exits x on x.payment_id = f.payment_id and x.kind = 'REFUNDED' and x.reference = f.id::text
left join suspense_exits b on b.payment_id = f.payment_id and b.kind = 'REFUND_FAILED' and b.reference = f.id::text
full join (select s.* from suspense_entries s join payments p on p.id = s.payment_id where s.refund_id is not null) s
  on s.refund_id = f.id
left join suspense_entries e on e.payment_id = f.payment_id
where (s.payment_id is not null and (f.payment_id, f.amount_minor, f.status) is distinct from (s.payment_id, s.refund_minor, s.refund_status))
  or (f.id is not null and (e.payment_id is null or f.currency <> e.currency
    or (f.tip_minor, f.service_fee_minor, f.vat_minor, f.goodwill_minor) is distinct from (0, 0, 0, 0)
    or (f.status = 'DONE' or f.failed_late_at is not null) <> (x.id is not null)
    or (f.failed_late_at is not null and b.id is null) or f.amount_minor <> x.amount_minor + x.beyond_minor))
union all
-- A refund that failed after it was made has its failure for the operators, over no more than it gave.
select 'failure', coalesce(f.id::text, r.reference), 'amount'
from (select f.* from refund_failures f where not exists (select from suspense_entries e where e.payment_id = f.payment_id)) f
full join (
  select payment_id, reference, sum(amount) as amount, bool_or(is_due) as is_due from (
    select payment_id, coalesce(provider_refund_ref, id::text) as reference, amount_minor as amount, amount_minor > 0 as is_due
    from refunds where failed_late_at is not null and asked_by <> 'PRODUCT'
    union all
    select payment_id, id::text, amount_minor, false
    from refunds where failed_late_at is not null and asked_by <> 'PRODUCT' and provider_refund_ref is not null
    union all
    select payment_id, provider_refund_ref, amount_minor, false from refunds_beyond
  ) as each group by payment_id, reference
) r on r.payment_id = f.payment_id and r.reference = f.reference
where (f.id is null and r.is_due and not exists (
    select from refunds r2 join refund_failures f2 on f2.payment_id = r2.payment_id and f2.reference = r2.id::text
    where r2.payment_id = r.payment_id and r2.provider_refund_ref = r.reference))
  or (f.id is not null and f.amount_minor > coalesce(r.amount, 0))
union all
select 'payment', p.id::text, 'sums' from payments p join sums s on s.payment_id = p.id
where s.tip > p.amount_minor or s.fee > p.service_fee_minor or s.vat > p.vat_minor or s.charged > p.charged_minor
  or s.application_fee > coalesce(p.application_fee_minor, 0)
  or (p.account_ref is not null and p.currency = p.charged_currency and s.application_fee <> s.fee + s.vat)
  or (s.tip = p.amount_minor and not s.is_by_provider and (s.fee, s.vat, s.charged, s.application_fee)
    <> (p.service_fee_minor, p.vat_minor, p.charged_minor, coalesce(p.application_fee_minor, 0)))
union all
select 'payment', p.id::text, 'status'
from payments p left join sums s on s.payment_id = p.id left join credited c on c.payment_id = p.id
where (p.status = 'SUCCESS' and s.tip_done = p.amount_minor)
  or (p.status = 'REFUNDED' and s.tip_done is distinct from p.amount_minor and c.payment_id is not null)
