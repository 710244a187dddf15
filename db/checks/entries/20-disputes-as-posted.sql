-- Each turn of a dispute is posted as its acts say: what was held, given back, lost and returned; and what a won dispute
-- makes good of a debt that had been written off.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('dispute_opened', 'dispute_yielded', 'dispute_won', 'dispute_lost', 'dispute_reversed', 'loss_recovered')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select l.id, l.kind, l.turn::text, 'payment:' || l.payment_id,
    case when l.is_back then l.to_code else l.from_code end, case when l.is_back then l.to_owner else l.from_owner end,
    case when l.is_back then l.to_shard else l.from_shard end,
    case when l.is_back then l.from_code else l.to_code end, case when l.is_back then l.from_owner else l.to_owner end,
    case when l.is_back then l.from_shard else l.to_shard end, l.currency, l.amount
  from (
    select d.id, d.payment_id, o.turn, 'dispute_' || lower(o.act) as kind, o.act in ('YIELDED', 'WON', 'REVERSED') as is_back,
      k.from_code, k.from_owner, k.from_shard, k.to_code, k.to_owner, k.to_shard, a.currency, k.amount
    from causes
    join disputes d on d.id = causes.id
    join (
    select p.*, case when p.currency = p.charged_currency then 'psp_clearing' else 'fx_position' end as source,
      case when p.currency = p.charged_currency then p.provider else '' end as source_owner,
      case when p.currency = p.charged_currency then 0 else p.charged_minor end as crossed_minor
    from payments p
  ) p on p.id = d.payment_id
    join dispute_act_parts o on o.dispute_id = d.id
    join tip_allocations a on a.id = o.allocation_id
    -- A voucher's goes by what we owe for it.
    cross join lateral (select
      case when p.account_ref is not null then 'direct_passed' when p.purpose = 'TIP' then p.source
        when a.currency = p.currency then 'voucher_liability' else 'fx_position' end as sink,
      case when p.purpose = 'TIP' and p.account_ref is null then p.source_owner else '' end as sink_owner
    ) as s
    cross join lateral (values
      (o.act in ('OPENED', 'YIELDED', 'WON'), 'creator_pending', coalesce(a.pending_shard, 0), 'creator_dispute_hold',
        o.pending_minor),
      (o.act in ('OPENED', 'YIELDED', 'WON'), 'creator_available', 0, 'creator_dispute_hold', o.available_minor),
      (o.act = 'LOST', 'creator_dispute_hold', 0, s.sink, o.pending_minor + o.available_minor),
      (o.act = 'LOST', 'creator_receivable', 0, s.sink, o.claimed_minor - o.pending_minor - o.available_minor),
      (o.act = 'REVERSED', 'creator_pending', coalesce(a.pending_shard, 0), s.sink, o.pending_minor),
      (o.act = 'REVERSED', 'creator_available', 0, s.sink, o.available_minor)
    ) as v (is_so, from_code, from_shard, to_code, amount)
    cross join lateral (select case when p.account_ref is not null then 'creator_direct'
      when p.is_transferred then 'creator_transfer' else v.from_code end, a.creator_id::text, v.from_shard, v.to_code,
      case v.to_code when 'creator_dispute_hold' then a.creator_id::text else s.sink_owner end, 0, v.amount
    ) as k (from_code, from_owner, from_shard, to_code, to_owner, to_shard, amount)
    -- Nothing is held of what is not with us.
    where v.is_so and ((p.account_ref is null and not p.is_transferred) or o.act in ('LOST', 'REVERSED'))
    union all
    select d.id, d.payment_id, o.turn, 'dispute_' || lower(o.act), o.act = 'REVERSED',
      k.from_code, k.from_owner, 0, k.to_code, k.to_owner, 0, k.currency, k.amount
    from causes
    join disputes d on d.id = causes.id
    join (
    select p.*, case when p.currency = p.charged_currency then 'psp_clearing' else 'fx_position' end as source,
      case when p.currency = p.charged_currency then p.provider else '' end as source_owner,
      case when p.currency = p.charged_currency then 0 else p.charged_minor end as crossed_minor
    from payments p
  ) p on p.id = d.payment_id
    join dispute_acts o on o.dispute_id = d.id and o.act in ('LOST', 'REVERSED')
    cross join lateral (values
      ('service_fee_revenue', '', p.source, p.source_owner, p.currency, o.service_fee_minor),
      ('vat_output', p.country::text, p.source, p.source_owner, p.currency, o.vat_minor),
      ('fx_position', '', 'psp_clearing', p.provider, p.charged_currency,
        case when p.currency = p.charged_currency then 0 when p.account_ref is not null then o.application_fee_minor
          else o.charged_minor end),
      ('suspense', '', 'psp_clearing', p.provider, p.charged_currency, o.suspense_minor),
      ('chargeback_loss', '', 'psp_clearing', p.provider, p.charged_currency, o.loss_minor),
      ('voucher_liability', '', p.source, p.source_owner, p.currency, coalesce(o.voucher_minor, 0)),
      ('fx_position', '', 'voucher_liability', '', p.currency, case when exists (
        select from voucher_redemptions v
        join ledger_transaction c on c.cause_id = v.id and c.kind = 'voucher_redeemed'
        join ledger_transaction t on t.cause_id = d.id and t.kind = 'dispute_' || lower(o.act)
          and t.cause_part = o.turn::text and t.id > c.id
        where v.voucher_id = p.voucher_id and v.status = 'DONE' and v.currency <> p.currency
      ) then coalesce(o.voucher_minor, 0) else 0 end)
    ) as k (from_code, from_owner, to_code, to_owner, currency, amount)
  ) as l
  union all
  select d.id, 'loss_recovered', w.turn || ':' || w.creator_id, 'payment:' || d.payment_id, 'creator_available',
    w.creator_id::text, 0, 'chargeback_loss', '', 0, a.currency, sum(w.amount_minor)::bigint
  from causes
  join disputes d on d.id = causes.id
  join write_off_parts w on w.dispute_id = d.id
  join tip_allocations a on a.payment_id = d.payment_id and a.creator_id = w.creator_id
  join dispute_acts o on o.dispute_id = d.id and o.turn = w.turn and o.act = 'REVERSED'
  -- What was given up of it later was owed again for another reason.
  where not exists (
    select from ledger_transaction g join ledger_transaction r on r.id < g.id
    where g.cause_id = w.write_off_id and g.kind = 'written_off'
      and r.cause_id = d.id and r.kind = 'dispute_reversed' and r.cause_part = w.turn::text)
  group by d.id, w.turn, w.creator_id, a.currency
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('dispute_opened', 'dispute_yielded', 'dispute_won', 'dispute_lost', 'dispute_reversed', 'loss_recovered')
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
