-- What waits to be passed on to a member of a direct group is what is planned and not sent, less what is to be fetched back.
-- Nothing waits for over an hour that no exception names, but for what an open dispute claims.
with waiting as (
  select owner, currency, sum(amount) as amount from (
    select a.creator_id::text as owner, a.currency, t.amount_minor as amount
    from direct_transfers t join tip_allocations a on a.id = t.allocation_id
    where t.state in ('OPEN', 'ASKED', 'REFUSED')
    union all
    select a.creator_id::text, a.currency, -v.amount_minor
    from direct_reversals v join direct_transfers t on t.id = v.transfer_id join tip_allocations a on a.id = t.allocation_id
    where v.state in ('OPEN', 'ASKED')
  ) as each group by owner, currency
), booked as (
  select owner, currency, sum(credits - debits) as amount from ledger_account where code = 'creator_transfer' group by owner, currency
)
select 'account' as of, coalesce(w.owner, b.owner) as id, w.amount as waiting, b.amount as booked
from waiting w full join booked b using (owner, currency)
where coalesce(w.amount, 0) <> coalesce(b.amount, 0)
union all
select 'transfer', t.id::text, t.amount_minor, null
from direct_transfers t
where t.state in ('OPEN', 'ASKED') and t.problem is null and t.created_at < :now::timestamptz - interval '1 hour'
  and not exists (
    select from dispute_holds h join disputes d on d.id = h.dispute_id
    where h.allocation_id = t.allocation_id and (d.status = 'OPEN' or d.closed_at >= :now::timestamptz - interval '1 hour'))
union all
select 'reversal', v.id::text, v.amount_minor, null
from direct_reversals v join direct_transfers t on t.id = v.transfer_id
where v.state in ('OPEN', 'ASKED') and coalesce(v.problem, t.problem) is null and v.created_at < :now::timestamptz - interval '1 hour'
