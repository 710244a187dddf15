-- What belongs together belongs to the same creator, also where no foreign key can say so: an item may be deleted, a
-- member may have left. A key that rows of before disagree with says so itself. Of shares, redemptions, refunds,
-- disputes and write-offs the checks 06, 16, 29, 30, 53 and 55 find the same.
select 'key' as of, conname::text as name, conrelid::regclass::text as id
from pg_constraint
where contype = 'f' and not convalidated and connamespace = 'public'::regnamespace
union all
select 'destination', d.user_id::text, p.id::text
from payouts p left join payout_destinations d on d.id = p.details_id
where d.user_id is distinct from p.creator_id
union all
select 'batch', b.id::text, p.id::text
from payouts p left join payout_batches b on b.id = p.batch_id
where p.batch_id is not null and (b.rail, b.currency) is distinct from (p.rail, p.currency)
union all
select 'requested by', p.requested_by::text, p.id::text
from payouts p join users u on u.id = p.requested_by
where p.requested_by <> p.creator_id and u.role = 'CREATOR'
union all
select 'item', i.id::text, t.id::text
from tips t join tribute_items i on i.id = t.tribute_item_id
where i.user_id is distinct from t.creator_id
union all
select 'transfer', e.settlement_id::text, b.id::text
from bank_entries b join settlement_events e on e.id = b.transfer_id
where b.settlement_id is distinct from e.settlement_id
union all
-- A payout stays in the batch in whose file it left: all of a fetched file are in it, unless two operators withdrew the rest.
select 'file', b.id::text, null
from payout_batches b
where b.fetched_at is not null and b.file_total_minor is not null
  and row(b.file_payouts_count, b.file_total_minor) is distinct from (
    select row(count(*)::int, coalesce(sum(p.net_minor), 0)::bigint) from payouts p where p.batch_id = b.id)
  and not exists (
    select from operator_acts a
    where a.kind = 'BATCH_WITHDRAWN' and a.subject = 'payout_batch:' || b.id and a.status = 'DONE')
