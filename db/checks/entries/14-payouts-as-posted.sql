-- A payout is taken from its creator as it says, with our fee and its VAT; it is posted as paid, returned or sent back as
-- its state says.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('payout_requested', 'payout_paid', 'payout_returned', 'payout_bounced')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select p.id, k.kind, '', 'payout:' || p.id, k.from_code, case k.from_code when 'bank' then '' when 'vat_output'
      then p.fee_vat_country::text when 'payout_fee_revenue' then '' else p.creator_id::text end, 0,
    k.to_code, case k.to_code when 'bank' then '' when 'vat_output' then p.fee_vat_country::text
      when 'payout_fee_revenue' then '' else p.creator_id::text end, 0, p.currency, k.amount
  from causes
  join payouts p on p.id = causes.id
  cross join lateral (
    select 'payout_requested' as kind, 'creator_available' as from_code, l.code as to_code, l.amount from (values
        ('payout_in_transit', p.net_minor), ('payout_fee_revenue', p.fee_minor - p.fee_vat_minor),
        ('vat_output', p.fee_vat_minor)) as l (code, amount)
    union all
    select 'payout_paid', 'payout_in_transit', 'bank', p.net_minor where p.paid_at is not null
    union all
    select case when p.paid_at is null then 'payout_returned' else 'payout_bounced' end,
      case when p.paid_at is not null and l.code = 'payout_in_transit' then 'bank' else l.code end, 'creator_available', l.amount
    from (values
        ('payout_in_transit', p.net_minor), ('payout_fee_revenue', p.fee_minor - p.fee_vat_minor),
        ('vat_output', p.fee_vat_minor)) as l (code, amount)
    where p.status = 'FAILED'
  ) as k
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('payout_requested', 'payout_paid', 'payout_returned', 'payout_bounced')
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account c on c.id = m.credit_account
  union all
  select cause_id, -1, amount, row(kind::text, part::text, reference::text, from_code::text,
    from_owner::text, from_shard::smallint, to_code::text, to_owner::text, to_shard::smallint, currency::text, amount)::text
  from expected where amount > 0
)
select cause_id, line, sum(amount) filter (where side = 1) as posted_minor, sum(amount) filter (where side = -1) as expected_minor
from lines group by cause_id, line having sum(side) <> 0
