-- A tip that was paid is posted as the payment and the creators' shares say: by the clearing of the provider that took it,
-- or through fx_position where the fan was charged in another currency. Money that fits nothing went to suspense as it
-- came. Nothing else is posted for a payment.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('tip_paid', 'inbound_suspense')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select p.id, 'tip_paid', '', 'payment:' || p.id, p.source, p.source_owner, 0,
    case when a.pending_shard is null then 'creator_available' else 'creator_pending' end, a.creator_id::text,
    coalesce(a.pending_shard, 0), a.currency, a.amount_minor
  from causes join (
    select p.*, case when p.currency = p.charged_currency then 'psp_clearing' else 'fx_position' end as source,
      case when p.currency = p.charged_currency then p.provider else '' end as source_owner,
      case when p.currency = p.charged_currency then 0 else p.charged_minor end as crossed_minor
    from payments p
  ) p on p.id = causes.id join tip_allocations a on a.payment_id = p.id
  union all
  select p.id, 'tip_paid', '', 'payment:' || p.id, l.from_code, l.from_owner, 0, l.to_code, l.to_owner, 0, l.currency, l.amount
  from causes join (
    select p.*, case when p.currency = p.charged_currency then 'psp_clearing' else 'fx_position' end as source,
      case when p.currency = p.charged_currency then p.provider else '' end as source_owner,
      case when p.currency = p.charged_currency then 0 else p.charged_minor end as crossed_minor
    from payments p
  ) p on p.id = causes.id
  cross join lateral (values
    (p.source, p.source_owner, 'service_fee_revenue', '', p.currency, p.service_fee_minor),
    (p.source, p.source_owner, 'vat_output', p.country::text, p.currency, p.vat_minor),
    ('psp_clearing', p.provider, 'fx_position', '', p.charged_currency, p.crossed_minor)
  ) as l (from_code, from_owner, to_code, to_owner, currency, amount)
  where exists (select from tip_allocations a where a.payment_id = p.id)
  union all
  select s.payment_id, 'inbound_suspense', '', 'payment:' || s.payment_id, 'psp_clearing', s.provider, 0, 'suspense', '', 0,
    s.currency, s.received_minor
  from causes join suspense_entries s on s.payment_id = causes.id
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, hash_record_extended(row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor), 0) as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('tip_paid', 'inbound_suspense')
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account c on c.id = m.credit_account
  union all
  select cause_id, -1, amount, hash_record_extended(row(kind::text, part::text, reference::text, from_code::text,
    from_owner::text, from_shard::smallint, to_code::text, to_owner::text, to_shard::smallint, currency::text, amount), 0)
  from expected where amount > 0
)
select cause_id, sum(amount) filter (where side = 1) as posted_minor, sum(amount) filter (where side = -1) as expected_minor
from lines group by cause_id having sum(side * line::numeric) <> 0
