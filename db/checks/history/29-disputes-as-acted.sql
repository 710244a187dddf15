-- A dispute stands as its last act left it, claims and holds what its present turn claimed, and each turn gives back, loses
-- and has returned what it had. In the tip's currency what it claims is of the shares, our fee and its VAT. Of turns that were
-- brought over from the books, only what they moved is known.
with parts as (
  select dispute_id, turn, act, sum(claimed_minor) as claimed, sum(pending_minor) as pending, sum(available_minor) as available
  from dispute_act_parts group by dispute_id, turn, act
), acts as (
  select a.*, coalesce(p.claimed, 0) as claimed, coalesce(p.pending, 0) as pending, coalesce(p.available, 0) as available
  from dispute_acts a left join parts p using (dispute_id, turn, act)
), turns as (
  select dispute_id, turn, count(*) as acts, bool_or(act = 'OPENED') as opened, bool_or(act = 'YIELDED') as yielded,
    bool_or(act = 'WON') as won, bool_or(act = 'LOST') as lost, bool_or(act = 'REVERSED') as reversed,
    max(charged_minor) - min(charged_minor) + max(service_fee_minor) - min(service_fee_minor) + max(vat_minor) - min(vat_minor)
      + max(application_fee_minor) - min(application_fee_minor) + max(claimed) - min(claimed) as differs,
    coalesce(max(pending + available) filter (where act <> 'REVERSED') - min(pending + available) filter (where act <> 'REVERSED')
      + max(pending) filter (where act <> 'REVERSED') - min(pending) filter (where act <> 'REVERSED'), 0) as held_differs,
    coalesce(sum(case act when 'LOST' then suspense_minor + loss_minor else 0 end), 0) as beyond_lost,
    coalesce(sum(case act when 'REVERSED' then suspense_minor + loss_minor else 0 end), 0) as beyond_back,
    coalesce(sum(case act when 'LOST' then loss_minor else 0 end), 0) as loss,
    coalesce(sum(case act when 'REVERSED' then loss_minor else 0 end), 0) as loss_back,
    bool_or((act = 'REVERSED' and pending + available <> claimed)
      or (act in ('OPENED', 'YIELDED', 'WON') and suspense_minor + loss_minor <> 0)) as is_short,
    bool_or(is_from_books) as is_from_books,
    max(charged_minor) as charged, max(service_fee_minor) as fee, max(vat_minor) as vat, max(claimed) as claimed,
    max(application_fee_minor) as application_fee,
    max(voucher_minor) as voucher, max(voucher_minor) - min(voucher_minor) as voucher_differs
  from acts group by dispute_id, turn
), holds as (
  select h.dispute_id, sum(h.claimed_minor) as claimed, sum(h.from_pending_minor) as pending, sum(h.from_available_minor) as available
  from dispute_holds h group by h.dispute_id
)
select 'turn' as of, t.dispute_id, t.turn
from turns t
join disputes d on d.id = t.dispute_id
join payments p on p.id = d.payment_id
where not t.is_from_books and (t.differs <> 0 or t.held_differs <> 0 or t.is_short
  or (t.reversed and (not t.lost or t.beyond_lost <> t.beyond_back or t.loss <> t.loss_back))
  or (t.charged > 0 and not t.opened)
  or (t.yielded::int + t.won::int + t.lost::int > 1)
  or t.turn > d.turn
  or (t.turn < d.turn and not (t.yielded or t.won or t.reversed))
  or coalesce(t.voucher_differs, 0) <> 0 or (t.voucher is not null and p.purpose = 'TIP')
  or (t.voucher is null and p.purpose = 'VOUCHER' and t.charged > 0)
  or (p.currency = p.charged_currency and t.charged <> coalesce(t.voucher, t.claimed) + t.fee + t.vat))
union all
select 'part', o.dispute_id, o.turn
from (
  select dispute_id, turn, act, allocation_id from dispute_act_parts
  union all
  select dispute_id, null, 'HOLD', allocation_id from dispute_holds
) o
left join dispute_acts t using (dispute_id, turn, act)
left join disputes d on d.id = o.dispute_id
left join tip_allocations a on a.id = o.allocation_id
where (t.dispute_id is null and o.act <> 'HOLD') or a.payment_id is distinct from d.payment_id
union all
select 'dispute', d.id, d.turn
from disputes d
join payments p on p.id = d.payment_id
left join turns t on t.dispute_id = d.id and t.turn = d.turn
left join holds h on h.dispute_id = d.id
left join acts o on o.dispute_id = d.id and o.turn = d.turn and o.act = 'OPENED'
where (d.charged_minor, d.service_fee_minor, d.vat_minor, d.application_fee_minor)
    <> (coalesce(t.charged, 0), coalesce(t.fee, 0), coalesce(t.vat, 0), coalesce(t.application_fee, 0))
  or (p.account_ref is null and d.application_fee_minor > 0)
  or (p.account_ref is not null and p.currency = p.charged_currency
    and d.application_fee_minor <> d.service_fee_minor + d.vat_minor)
  or coalesce(h.claimed, 0) <> coalesce(t.claimed, 0)
  or coalesce(d.voucher_minor, 0) <> coalesce(t.voucher, 0) or (d.voucher_minor is null) <> (p.purpose = 'TIP')
  or (coalesce(h.pending, 0), coalesce(h.available, 0)) <> (coalesce(o.pending, 0), coalesce(o.available, 0))
  or d.status <> case when t.reversed or t.won then 'WON' when t.lost then 'LOST' else 'OPEN' end
  or (d.status = 'OPEN') <> (d.closed_at is null)
  or d.currency <> p.charged_currency
