-- The chain goes from 1 without a gap, each hash is of its entry and the one before, and what a row says now is what its
-- last entry says. What an earlier check saw as its head is still there: nobody has cut it since.
with entries as (
  select e, lag(e.hash) over (order by e.id) as before, row_number() over (order by e.id) as place from chain_entries e
), latest as (
  select distinct on (kind, row_id) kind, row_id, digest from chain_entries order by kind, row_id, id desc
), present as (
  select 'CHECKPOINT' as kind, id::text as row_id, chain_digest(r) as digest from ledger_checkpoints r
  union all select 'DESTINATION', id::text, chain_digest(r) from payout_destinations r
  union all select 'BATCH', id::text, chain_digest(r) from payout_batches r
  union all select 'ACT', id::text, chain_digest(r) from operator_acts r
  union all select 'STATEMENT', id::text, chain_digest(r) from bank_statements r
)
select 'entry' as fault, (e).kind, (e).row_id, (e).id
from entries where (e).id <> place or (e).hash <> chain_hash(before, e)
union all
select case when p.row_id is null then 'removed' when l.digest is null then 'unknown' else 'changed' end,
  coalesce(l.kind, p.kind), coalesce(l.row_id, p.row_id), null
from latest l full join present p on p.kind = l.kind and p.row_id = l.row_id
where l.digest is distinct from p.digest
union all
select 'cut', 'HEAD', encode(r.chain_hash, 'hex'), r.chain_id
from ledger_check_runs r left join chain_entries e on e.id = r.chain_id
where r.chain_hash is not null and e.hash is distinct from r.chain_hash
