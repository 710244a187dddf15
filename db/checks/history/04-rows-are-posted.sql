-- What moved money has been posted: each settled payment, share, refund, act of a dispute, payout, way out of
-- suspense and loss has its transaction. That it says the same, the checks of the entries find.
with wanted (cause, id, kind, part) as (
  select 'payment', payment_id, 'inbound_suspense', '' from suspense_entries
  union all
  select 'refund', r.id, k.kind, '' from refunds r
  cross join lateral (values ('tip_refunded', true), ('refund_failed', r.status = 'FAILED')) as k (kind, is_so)
  where r.asked_by <> 'PRODUCT' and r.tip_minor + r.service_fee_minor + r.vat_minor > 0 and k.is_so
  union all
  select 'refund_beyond', id, 'refund_beyond', '' from refunds_beyond
  union all
  select 'refund_beyond', b.id, 'refund_beyond_failed', '' from refunds_beyond b
  join refund_failures f on f.payment_id = b.payment_id and f.reference = b.provider_refund_ref
  union all
  select 'dispute', a.dispute_id, 'dispute_' || lower(a.act), a.turn::text
  from dispute_acts a left join dispute_act_parts p using (dispute_id, turn, act)
  join disputes d on d.id = a.dispute_id join payments y on y.id = d.payment_id
  group by a.dispute_id, a.turn, a.act
  having case when a.act in ('LOST', 'REVERSED') then a.charged_minor + a.suspense_minor + a.loss_minor > 0
    -- Nothing is held of what is not with us.
    else coalesce(sum(p.pending_minor + p.available_minor) filter (where y.account_ref is null and not y.is_transferred), 0) > 0 end
  union all
  select 'payout', p.id, k.kind, '' from payouts p
  cross join lateral (values ('payout_requested', true), ('payout_paid', p.paid_at is not null),
    ('payout_returned', p.status = 'FAILED' and p.paid_at is null),
    ('payout_bounced', p.status = 'FAILED' and p.paid_at is not null)) as k (kind, is_so)
  where k.is_so
  union all
  select 'suspense_exit', x.id, case x.kind when 'REFUNDED' then 'suspense_refunded' when 'KEPT' then 'suspense_kept'
      when 'DISPUTE_REVERSED' then 'suspense_brought_back' when 'REFUND_FAILED' then 'suspense_refund_failed' else 'suspense_returned' end, ''
  from suspense_exits x left join disputes d on d.payment_id = x.payment_id and d.id::text = x.reference
  where d.id is null and (x.amount_minor, x.beyond_minor) <> (0, 0)
  union all
  select 'direct_transfer', id, 'share_passed', '' from direct_transfers where state = 'SENT'
  union all
  select 'direct_reversal', v.id, k.kind, '' from direct_reversals v
  cross join lateral (values ('share_reversed', v.state = 'DONE'), ('share_lost', v.state in ('LOST', 'REGAINED')),
    ('share_regained', v.state = 'REGAINED')) as k (kind, is_so)
  where k.is_so
  union all
  select 'write_off', id, 'written_off', '' from write_offs
  union all
  select 'set_off', id, 'debt_set_off', '' from debt_set_offs
  union all
  select 'give_up', id, 'remainder_given_up', '' from give_ups
  union all
  select 'correction', id, 'correction_posted', '' from ledger_corrections
  union all
  select 'correction', correction_id, 'correction_reversed', '' from ledger_correction_reversals
  union all
  select 'redemption', r.id, k.kind, '' from voucher_redemptions r
  cross join lateral (values ('voucher_redeemed', true), ('voucher_verified', r.was_pending and r.status = 'DONE'),
    ('voucher_returned', r.status = 'RETURNED')) as k (kind, is_so)
  where k.is_so
  union all
  select 'voucher', v.id, k.kind, n::text from vouchers v
  cross join lateral generate_series(1, v.expiries) as n
  cross join lateral (values ('voucher_expired', true), ('voucher_revived', n < v.expiries or v.status <> 'EXPIRED')) as k (kind, is_so)
  where v.expiries > 0 and k.is_so
)
select w.cause, w.id, w.kind, w.part
from wanted w
left join ledger_transaction t on t.cause_id = w.id and t.kind = w.kind and t.cause_part = w.part
where t.id is null
union all
select 'payment', p.id, 'tip_paid, voucher_paid or inbound_suspense', ''
from payments p
left join tip_allocations a on a.payment_id = p.id and p.purpose = 'TIP'
left join suspense_entries e on e.payment_id = p.id and p.purpose = 'VOUCHER'
left join ledger_transaction t on t.cause_id = p.id and t.cause_part = ''
  and t.kind in ('tip_paid', 'inbound_suspense', 'voucher_paid')
  and t.kind = case when p.purpose = 'VOUCHER' and e.payment_id is null then 'voucher_paid'
    when a.payment_id is null then 'inbound_suspense' else 'tip_paid' end
where p.status in ('SUCCESS', 'REFUNDED', 'CHARGEBACK') and t.id is null
union all
select 'allocation', a.id, 'released', ''
from tip_allocations a
left join ledger_transaction t on t.cause_id = a.id and t.cause_part = '' and t.kind = 'released'
where a.released_minor > 0 and t.id is null
