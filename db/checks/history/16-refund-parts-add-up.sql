-- A refund of a settled tip is posted once, and mirrored if and only if it failed; what it took of the creators and of
-- our goodwill is its part of the tip, and in the tip's currency its parts are what the fan gets. No payment gives back
-- more than it brought, to the cent with its last part (the provider's own parts are of the charge, in whole coins),
-- and REFUNDED is one that gave back all (or that was never credited to anybody).
with facts as (
  select f.*, p.currency as tip_currency,
    (select coalesce(sum(r.amount_minor), 0) from refund_parts r where r.refund_id = f.id) as parts,
    (select coalesce(sum(r.goodwill_minor), 0) from refund_parts r where r.refund_id = f.id) as goodwill_parts,
    (select count(*) from ledger_transaction t where t.idempotency_key = 'refund:' || f.id) as posted,
    (select count(*) from ledger_transaction t where t.idempotency_key = 'refund:' || f.id || ':failed') as mirrored
  from refunds f join payments p on p.id = f.payment_id
  where f.asked_by <> 'PRODUCT'
), sums as (
  select payment_id, sum(tip_minor) as tip, sum(service_fee_minor) as fee, sum(vat_minor) as vat, sum(amount_minor) as charged,
    bool_or(asked_by = 'PROVIDER') as is_by_provider, coalesce(sum(tip_minor) filter (where status = 'DONE'), 0) as tip_done
  from facts where status <> 'FAILED' group by payment_id
)
select 'refund' as of, id::text, 'parts' as fault from facts
where parts <> tip_minor or goodwill_parts <> goodwill_minor
  or (tip_currency = currency and amount_minor <> tip_minor + service_fee_minor + vat_minor)
union all
select 'refund', id::text, 'posted' from facts
where posted <> 1 or mirrored <> (status = 'FAILED')::int
union all
select 'payment', p.id::text, 'sums' from payments p join sums s on s.payment_id = p.id
where s.tip > p.amount_minor or s.fee > p.service_fee_minor or s.vat > p.vat_minor or s.charged > p.charged_minor
  or (s.tip = p.amount_minor and not s.is_by_provider and (s.fee, s.vat, s.charged) <> (p.service_fee_minor, p.vat_minor, p.charged_minor))
union all
select 'payment', p.id::text, 'status' from payments p left join sums s on s.payment_id = p.id
where (p.status = 'SUCCESS' and s.tip_done = p.amount_minor)
  or (p.status = 'REFUNDED' and s.tip_done is distinct from p.amount_minor
    and not exists (select from ledger_transaction t where t.idempotency_key = 'inbound:' || p.id))
