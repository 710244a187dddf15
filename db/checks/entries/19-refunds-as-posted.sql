-- A refund is posted as its parts say, and mirrored if and only if it failed; what it gave back to money whose time had
-- come is released. What a provider gave back beyond what was left is goodwill, and no longer when that refund failed.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('tip_refunded', 'refund_failed', 'refund_beyond', 'refund_beyond_failed', 'released') and cause <> 'allocation'
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select r.id, case l.way when 1 then 'tip_refunded' else 'refund_failed' end, '', 'payment:' || r.payment_id,
    case l.way when 1 then l.from_code else l.to_code end, case l.way when 1 then l.from_owner else l.to_owner end,
    case l.way when 1 then l.shard else 0 end,
    case l.way when 1 then l.to_code else l.from_code end, case l.way when 1 then l.to_owner else l.from_owner end,
    case l.way when 1 then 0 else l.shard end, l.currency, l.amount
  from causes
  join refunds r on r.id = causes.id and r.asked_by <> 'PRODUCT'
  join (
    select p.*, case when p.currency = p.charged_currency then 'psp_clearing' else 'fx_position' end as source,
      case when p.currency = p.charged_currency then p.provider else '' end as source_owner,
      case when p.currency = p.charged_currency then 0 else p.charged_minor end as crossed_minor
    from payments p
  ) p on p.id = r.payment_id
  cross join lateral (
    select w.way, k.* from (values (1), (2)) as w (way)
    cross join lateral (
      select case when k.code = 'goodwill' then k.code when p.account_ref is not null then 'creator_direct'
          when p.is_transferred then 'creator_transfer' else k.code end as from_code,
        k.owner as from_owner, k.shard,
        case when p.account_ref is not null then 'direct_passed' when p.purpose = 'TIP' then p.source when a.currency = p.currency then 'voucher_liability' else 'fx_position' end as to_code,
        case when p.purpose = 'TIP' and p.account_ref is null then p.source_owner else '' end as to_owner, a.currency, k.amount
      from refund_parts part join tip_allocations a on a.id = part.allocation_id
      cross join lateral (values
        ('creator_pending', a.creator_id::text, coalesce(a.pending_shard, 0), part.from_pending_minor),
        ('creator_available', a.creator_id::text, 0, part.from_available_minor),
        ('goodwill', '', 0, part.goodwill_minor)
      ) as k (code, owner, shard, amount)
      where part.refund_id = r.id
      union all
      values ('service_fee_revenue', '', 0, p.source, p.source_owner, p.currency, r.service_fee_minor),
        ('vat_output', p.country::text, 0, p.source, p.source_owner, p.currency, r.vat_minor),
        ('fx_position', '', 0, 'psp_clearing', p.provider, p.charged_currency,
          case when p.currency = p.charged_currency then 0 when p.account_ref is not null then r.application_fee_minor
            else r.amount_minor end),
        -- A voucher's goes by what we owe for it, where whoever redeemed it has brought it back across currencies,
        -- however little of it that is there.
        ('voucher_liability', '', 0, p.source, p.source_owner, p.currency,
          case when p.purpose = 'VOUCHER' then r.tip_minor else 0 end),
        ('fx_position', '', 0, 'voucher_liability', '', p.currency, case when exists (
          select from voucher_redemptions v
          join ledger_transaction c on c.cause_id = v.id and c.kind = 'voucher_redeemed'
          join ledger_transaction t on t.cause_id = r.id and t.kind = 'tip_refunded' and t.id > c.id
          where v.voucher_id = p.voucher_id and v.status = 'DONE' and v.currency <> p.currency) then r.tip_minor else 0 end)
    ) as k
    where w.way = 1 or r.status = 'FAILED'
  ) as l
  union all
  select r.id, 'released', a.id::text, 'allocation:' || a.id, 'creator_pending', a.creator_id::text, a.pending_shard,
    'creator_available', a.creator_id::text, 0, a.currency, part.from_pending_minor
  from causes
  join refunds r on r.id = causes.id and r.status = 'FAILED' and r.asked_by <> 'PRODUCT'
  join refund_parts part on part.refund_id = r.id
  join tip_allocations a on a.id = part.allocation_id and a.released_minor is not null
  join ledger_transaction t on t.cause_id = r.id and t.kind = 'released' and t.cause_part = a.id::text
  union all
  select b.id, 'refund_beyond', '', 'payment:' || b.payment_id, 'goodwill', '', 0, 'psp_clearing', p.provider, 0,
    b.currency, b.amount_minor
  from causes join refunds_beyond b on b.id = causes.id join payments p on p.id = b.payment_id
  union all
  select b.id, 'refund_beyond_failed', '', 'payment:' || b.payment_id, 'psp_clearing', p.provider, 0, 'goodwill', '', 0,
    b.currency, b.amount_minor
  from causes join refunds_beyond b on b.id = causes.id join payments p on p.id = b.payment_id
  join refund_failures f on f.payment_id = b.payment_id and f.reference = b.provider_refund_ref
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('tip_refunded', 'refund_failed', 'refund_beyond', 'refund_beyond_failed', 'released') and t.cause <> 'allocation'
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
