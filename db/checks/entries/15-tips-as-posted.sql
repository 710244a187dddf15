-- A tip that was paid is posted as the payment and the creators' shares say: by the clearing of the provider that took it,
-- or through fx_position where the fan was charged in another currency. Money that fits nothing went to suspense as it
-- came. Nearly all tips are one share, our fee and its VAT, in one currency: they are compared in one look, each line with
-- the accounts that it names. All others, and what differs, are compared line by line.
with creators as materialized (
  select id, code, currency, shard, case when owner ~ '^[0-9a-f-]{36}$' then owner::uuid end as creator_id
  from ledger_account where code in ('creator_pending', 'creator_available', 'creator_direct', 'creator_transfer')
), paid as materialized (
  select distinct t.id, t.kind, t.cause_id, t.reference, t.cause_part
  from ledger_transaction t
  left join ledger_transfer m0 on m0.transaction_id = t.id and m0.seq = 0 and m0.transaction_id > :from
    and m0.transaction_id <= :upto
  left join ledger_transfer m1 on m1.transaction_id = t.id and m1.seq = 1 and m1.transaction_id > :from
    and m1.transaction_id <= :upto
  left join ledger_transfer m2 on m2.transaction_id = t.id and m2.seq >= 2 and m2.transaction_id > :from
    and m2.transaction_id <= :upto
  left join payments p on p.id = t.cause_id
  left join tip_allocations a on a.payment_id = p.id
  left join ledger_account s on s.id = m0.debit_account
  left join creators c on c.id = m0.credit_account
  left join ledger_account f on f.id = m1.credit_account
  left join ledger_account v on v.id = m2.credit_account
  where t.id > :from and t.id <= :upto and t.kind in ('tip_paid', 'inbound_suspense')
    and not coalesce(
      t.kind = 'tip_paid' and t.cause_part = '' and t.reference = 'payment:' || t.cause_id
      and p.currency = p.charged_currency and p.service_fee_minor > 0
      and s.code = 'psp_clearing' and s.owner = p.provider and s.currency = p.currency and s.shard = 0
      and c.creator_id = a.creator_id and c.currency = a.currency and c.shard = coalesce(a.pending_shard, 0)
      and not p.is_transferred
      and c.code = case when a.pending_shard is null then 'creator_available' else 'creator_pending' end
      and m0.amount_minor = a.amount_minor
      and m1.debit_account = s.id and m1.amount_minor = p.service_fee_minor
      and f.code = 'service_fee_revenue' and f.currency = p.currency
      and case when p.vat_minor = 0 then m2.seq is null
        else m2.seq = 2 and m2.debit_account = s.id and m2.amount_minor = p.vat_minor
          and v.code = 'vat_output' and v.owner = p.country and v.currency = p.currency end,
      false)
), tips as (
  select t.id, p.id as payment_id, p.provider, p.country, p.currency, p.charged_currency,
    coalesce(p.application_fee_minor, p.charged_minor) as inflow_minor,
    p.service_fee_minor, p.vat_minor, p.is_transferred, s.id as source, coalesce(d.id, s.id) as source_of_creators, d.id is not null as is_direct
  from paid t
  join payments p on p.id = t.cause_id
  join ledger_account s on s.currency = p.currency and s.shard = 0
    and s.code = case when p.currency = p.charged_currency then 'psp_clearing' else 'fx_position' end
    and s.owner = case when p.currency = p.charged_currency then p.provider else '' end
  -- The fan paid the creator directly: their part is beside the books.
  left join ledger_account d on p.account_ref is not null and d.code = 'direct_passed' and d.currency = p.currency
  where t.kind = 'tip_paid'
), lines (id, from_account, to_account, minor, side) as (
  select m.transaction_id, m.debit_account, m.credit_account, m.amount_minor, 1
  from paid t join ledger_transfer m on m.transaction_id = t.id
  union all
  select t.id, t.source_of_creators, c.id, a.amount_minor, -1
  from tips t
  join tip_allocations a on a.payment_id = t.payment_id
  join creators c on c.creator_id = a.creator_id and c.currency = a.currency and c.shard = coalesce(a.pending_shard, 0)
    and c.code = case when t.is_direct then 'creator_direct' when t.is_transferred then 'creator_transfer' when a.pending_shard is null then 'creator_available'
      else 'creator_pending' end
  union all
  select t.id, t.source, f.id, t.service_fee_minor, -1
  from tips t join ledger_account f on f.code = 'service_fee_revenue' and f.currency = t.currency
  union all
  select t.id, t.source, v.id, t.vat_minor, -1
  from tips t join ledger_account v on v.code = 'vat_output' and v.owner = t.country and v.currency = t.currency
  union all
  select t.id, c.id, x.id, t.inflow_minor, -1
  from tips t
  join ledger_account c on c.code = 'psp_clearing' and c.owner = t.provider and c.currency = t.charged_currency
  join ledger_account x on x.code = 'fx_position' and x.currency = t.charged_currency
  where t.currency <> t.charged_currency
  union all
  select t.id, c.id, s.id, e.received_minor, -1
  from paid t
  join suspense_entries e on e.payment_id = t.cause_id
  join ledger_account c on c.code = 'psp_clearing' and c.owner = e.provider and c.currency = e.currency
  join ledger_account s on s.code = 'suspense' and s.currency = e.currency
  where t.kind = 'inbound_suspense'
)
select id, from_account, to_account, sum(side * minor) as apart_minor
from lines where minor > 0
group by id, from_account, to_account, minor
having sum(side) <> 0
union all
select id, null, null, null from paid where cause_part <> '' or reference <> 'payment:' || cause_id
