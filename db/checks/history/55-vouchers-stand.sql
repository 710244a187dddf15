-- A voucher stands where its payment, its refunds and disputes, and its redemption stand: paid by one payment that did not go
-- to suspense, redeemed by one creator, worth its whole face while it is open. What it was redeemed for is the tip that it
-- became, at the rate that the redemption names. Days that redemptions waited which were given back prolong it: without them
-- it ends with a year, in Berlin.
with bought as materialized (
  select p.voucher_id, count(*) as payments, min(p.settled_at) as settled_at, max(p.id::text)::uuid as payment_id
  from payments p left join suspense_entries e on e.payment_id = p.id
  where p.purpose = 'VOUCHER' and p.status in ('SUCCESS', 'REFUNDED', 'CHARGEBACK') and e.payment_id is null
  group by p.voucher_id
), gone as materialized (
  select b.voucher_id,
    coalesce((select sum(r.tip_minor) from refunds r
      where r.payment_id = b.payment_id and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT'), 0)
    + coalesce((select sum(d.voucher_minor) from disputes d where d.payment_id = b.payment_id and d.status = 'LOST'), 0) as minor,
    -- Be it less than a cent of the face.
    exists (select from refunds r
      where r.payment_id = b.payment_id and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT')
    or exists (select from disputes d
      where d.payment_id = b.payment_id and d.status = 'LOST' and d.charged_minor > 0) as is_any,
    exists (select from disputes d join payments p on p.id = d.payment_id
      where p.voucher_id = b.voucher_id and d.status = 'OPEN') as is_disputed
  from bought b
), waited as materialized (
  select voucher_id, ceil(sum(round(extract(epoch from ended_at - asked_at) * 1000)) / 86400000) as days
  from voucher_redemptions where status = 'RETURNED' group by voucher_id
), taken as materialized (
  select r.voucher_id, count(*) as redemptions, min(r.status) as status
  from voucher_redemptions r where r.status <> 'RETURNED' group by r.voucher_id
)
select 'voucher' as of, v.id, v.status
from vouchers v
left join bought b on b.voucher_id = v.id
left join gone g on g.voucher_id = v.id
left join taken t on t.voucher_id = v.id
left join waited w on w.voucher_id = v.id
where (v.paid_at is null) <> (b.voucher_id is null)
  or (v.paid_at is not null and (
    b.payments <> 1 or b.settled_at <> v.paid_at or v.matures_at < v.paid_at or v.expiries < 0
    or v.waited_days <> coalesce(w.days, 0)
    or to_char((v.expires_at at time zone 'Europe/Berlin') - make_interval(days => v.waited_days), 'MM-DD HH24:MI:SS.US')
      <> '01-01 00:00:00.000000'
    or (v.status = 'PENDING') <> coalesce(t.status = 'PENDING', false)
    or (v.status = 'REDEEMED') <> coalesce(t.status = 'DONE', false)
    or (v.disputed_at is not null) <> g.is_disputed
    or (v.status in ('VALID', 'PENDING', 'EXPIRED') and g.is_any)
    or (v.status = 'REFUNDED' and g.minor <> v.amount_minor)
    or (v.status = 'VOID' and not g.is_any)
  ))
union all
select 'redemption', r.id, r.status
from voucher_redemptions r
left join vouchers v on v.id = r.voucher_id
left join tips t on t.id = r.tip_id
left join tip_allocations a on a.tip_id = t.id
left join bought b on b.voucher_id = r.voucher_id
left join payments p on p.id = b.payment_id
where v.paid_at is null
  or (r.currency = v.currency and (r.amount_minor <> v.amount_minor or r.rate <> 1))
  or abs(v.amount_minor * r.rate * power(10::numeric, (select digits from currencies where code = r.currency)
      - (select digits from currencies where code = v.currency)) - r.amount_minor) > 1
  or (r.status = 'RETURNED' and not r.was_pending)
  or (r.status = 'DONE' and not coalesce(
    t.voucher_id = r.voucher_id and t.creator_id = r.creator_id and t.amount_minor = r.amount_minor and t.currency = r.currency
    and t.paid_at = r.ended_at and a.payment_id = b.payment_id and a.available_at = v.matures_at
    and (p.status = 'CHARGEBACK') = (t.status = 'CHARGEBACK') and (p.status = 'REFUNDED') = (t.status = 'REFUNDED'),
    false))
union all
select 'tip', t.id, t.status
from tips t left join voucher_redemptions r on r.tip_id = t.id and r.status = 'DONE'
where t.voucher_id is not null and r.id is null
