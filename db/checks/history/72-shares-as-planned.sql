-- Of each share of a direct group's tip so much is sent, or planned to be, less what is fetched back, as refunds and lost
-- disputes left of it. Each is of its own payment, and what was fetched back is of a refund or dispute of it.
with planned as (
  select t.allocation_id, sum(t.amount_minor) filter (where t.state <> 'CUT') as amount, sum(v.planned) as back, sum(v.kept) as kept,
    bool_or(v.is_odd) as is_odd, min(t.payment_id::text) as payment_id, min(t.payment_id::text) <> max(t.payment_id::text) as differs
  from direct_transfers t
  left join lateral (
    select sum(v.amount_minor) filter (where v.state in ('OPEN', 'ASKED', 'DONE')) as planned,
      sum(v.amount_minor) filter (where v.state = 'LOST') as kept,
      bool_or(coalesce(f.payment_id, d.payment_id, t.payment_id) <> t.payment_id
        or (v.state in ('DONE', 'LOST', 'REGAINED', 'REFUSED') and t.state <> 'SENT')) as is_odd
    from direct_reversals v
    left join refunds f on f.id = v.refund_id
    left join disputes d on d.id = v.dispute_id
    where v.transfer_id = t.id
  ) v on true
  group by t.allocation_id
), shares as (
  select a.id, a.payment_id, a.amount_minor - coalesce(r.amount, 0) - coalesce(h.amount, 0) as amount
  from payments p
  join tip_allocations a on a.payment_id = p.id
  left join lateral (
    select sum(r.amount_minor) as amount from refund_parts r join refunds f on f.id = r.refund_id
    where r.allocation_id = a.id and f.status <> 'FAILED'
  ) r on true
  left join lateral (
    select sum(h.claimed_minor) as amount from dispute_holds h join disputes d on d.id = h.dispute_id
    where h.allocation_id = a.id and d.status = 'LOST'
  ) h on true
  where p.is_transferred
)
select 'share' as of, coalesce(s.id, p.allocation_id)::text as id, s.amount + coalesce(p.kept, 0) as due,
  coalesce(p.amount, 0) - coalesce(p.back, 0) as planned
from shares s full join planned p on p.allocation_id = s.id
where s.id is null or s.payment_id::text is distinct from coalesce(p.payment_id, s.payment_id::text) or p.differs or p.is_odd
  or s.amount + coalesce(p.kept, 0) <> coalesce(p.amount, 0) - coalesce(p.back, 0)
union all
select 'alone', v.id::text, v.amount_minor, null
from direct_reversals v left join direct_transfers t on t.id = v.transfer_id where t.id is null
