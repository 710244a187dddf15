-- A voucher is posted as its payment says, what was redeemed and given back as its redemption says, and what expired as its
-- face: in one currency, or across the positions of two.
with causes as materialized (
  select id, kind, cause_id, cause_part, reference from ledger_transaction
  where id > :from and id <= :upto and kind in
    ('voucher_paid', 'voucher_redeemed', 'voucher_verified', 'voucher_returned', 'voucher_expired', 'voucher_revived')
), expected (id, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select c.id, 'payment:' || p.id, k.from_code, k.from_owner, 0, k.to_code, k.to_owner, 0, k.currency, k.amount
  from causes c
  join (
    select p.*, case when p.currency = p.charged_currency then 'psp_clearing' else 'fx_position' end as source,
      case when p.currency = p.charged_currency then p.provider else '' end as source_owner
    from payments p
  ) p on p.id = c.cause_id and p.purpose = 'VOUCHER'
  cross join lateral (values
    (p.source, p.source_owner, 'voucher_liability', '', p.currency, p.amount_minor),
    (p.source, p.source_owner, 'service_fee_revenue', '', p.currency, p.service_fee_minor),
    (p.source, p.source_owner, 'vat_output', p.country::text, p.currency, p.vat_minor),
    ('psp_clearing', p.provider, 'fx_position', '', p.charged_currency,
      case when p.currency = p.charged_currency then 0 else p.charged_minor end)
  ) as k (from_code, from_owner, to_code, to_owner, currency, amount)
  where c.kind = 'voucher_paid' and c.cause_part = ''
  union all
  select c.id, 'voucher:' || v.id,
    case when c.kind = 'voucher_returned' then k.to_code else k.from_code end,
    case when c.kind = 'voucher_returned' then k.to_owner else k.from_owner end,
    case when c.kind = 'voucher_returned' then k.to_shard else 0 end,
    case when c.kind = 'voucher_returned' then k.from_code else k.to_code end,
    case when c.kind = 'voucher_returned' then k.from_owner else k.to_owner end,
    case when c.kind = 'voucher_returned' then 0 else k.to_shard end, k.currency, k.amount
  from causes c
  join voucher_redemptions r on r.id = c.cause_id
  join vouchers v on v.id = r.voucher_id
  left join tip_allocations a on a.tip_id = r.tip_id
  cross join lateral (select
    case when r.was_pending and c.kind <> 'voucher_verified' then 'creator_unverified'
      when a.pending_shard is null then 'creator_available' else 'creator_pending' end as place,
    case when r.was_pending and c.kind <> 'voucher_verified' then 0 else coalesce(a.pending_shard, 0) end as shard
  ) as x
  cross join lateral (values
    (c.kind = 'voucher_verified', 'creator_unverified', r.creator_id::text, x.place, r.creator_id::text, x.shard, r.currency,
      r.amount_minor),
    (c.kind <> 'voucher_verified' and r.currency = v.currency, 'voucher_liability', '', x.place, r.creator_id::text, x.shard,
      r.currency, r.amount_minor),
    (c.kind <> 'voucher_verified' and r.currency <> v.currency, 'voucher_liability', '', 'fx_position', '', 0, v.currency,
      v.amount_minor),
    (c.kind <> 'voucher_verified' and r.currency <> v.currency, 'fx_position', '', x.place, r.creator_id::text, x.shard,
      r.currency, r.amount_minor)
  ) as k (is_so, from_code, from_owner, to_code, to_owner, to_shard, currency, amount)
  where c.kind in ('voucher_redeemed', 'voucher_verified', 'voucher_returned') and c.cause_part = '' and k.is_so
  union all
  select c.id, 'voucher:' || v.id, k.from_code, '', 0, k.to_code, '', 0, v.currency, v.amount_minor
  from causes c
  join vouchers v on v.id = c.cause_id and c.cause_part in (select n::text from generate_series(1, v.expiries) as n)
  cross join lateral (values
    ('voucher_expired', 'voucher_liability', 'breakage_revenue'), ('voucher_revived', 'breakage_revenue', 'voucher_liability')
  ) as k (kind, from_code, to_code)
  where k.kind = c.kind
), lines as (
  select c.id, 1 as side, m.amount_minor as amount, row(c.reference, d.code, d.owner, d.shard, t.code, t.owner, t.shard,
    m.currency::text, m.amount_minor)::text as line
  from causes c
  join ledger_transfer m on m.transaction_id = c.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account t on t.id = m.credit_account
  union all
  select id, -1, amount, row(reference::text, from_code::text, from_owner::text, from_shard::smallint, to_code::text,
    to_owner::text, to_shard::smallint, currency::text, amount)::text
  from expected where amount > 0
)
select id, line, sum(amount) filter (where side = 1) as posted_minor, sum(amount) filter (where side = -1) as expected_minor
from lines group by id, line having sum(side) <> 0
