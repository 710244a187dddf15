-- What fans paid a creator directly is beside the books: what is there of each is the shares, less refunds and lost
-- disputes, and of groups what was passed on, less what came back. None of it waits, is available or is held with us.
with direct as (
  select a.creator_id::text as owner, a.currency, a.amount_minor - coalesce(r.amount, 0) - coalesce(h.amount, 0) as amount,
    a.pending_shard is not null or a.pending_minor <> 0 or a.released_at is null as is_odd
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
  where p.account_ref is not null
  union all
  select a.creator_id::text, a.currency, coalesce(s.amount, 0), a.pending_shard is not null or a.pending_minor <> 0 or a.released_at is null
  from payments p
  join tip_allocations a on a.payment_id = p.id
  left join lateral (
    select sum(t.amount_minor - coalesce((select sum(v.amount_minor) from direct_reversals v
      where v.transfer_id = t.id and v.state = 'DONE'), 0)) as amount
    from direct_transfers t where t.allocation_id = a.id and t.state = 'SENT'
  ) s on true
  where p.is_transferred
), due as (
  select owner, currency, sum(amount) as amount, bool_or(is_odd) as is_odd from direct group by owner, currency
), booked as (
  select a.code, a.owner, a.currency, sum(case when a.id = m.credit_account then m.amount_minor else -m.amount_minor end) as amount
  from ledger_account a join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
  where a.code in ('creator_direct', 'direct_passed') group by a.code, a.owner, a.currency
)
select coalesce(d.owner, b.owner) as creator, coalesce(d.currency, b.currency) as currency, d.amount as due, b.amount as booked
from due d full join (select * from booked where code = 'creator_direct') b on b.owner = d.owner and b.currency = d.currency
where coalesce(d.amount, 0) <> coalesce(b.amount, 0) or d.is_odd
union all
select null, currency, sum(amount), null from booked group by currency having sum(amount) <> 0
