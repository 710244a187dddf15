-- What was written off is of the debts that it names, each of the one who owed it, and of no debt more than it was.
with parts as (
  select p.write_off_id, sum(p.amount_minor) as amount, bool_or(p.creator_id <> w.creator_id) as is_anothers
  from write_off_parts p left join write_offs w on w.id = p.write_off_id group by p.write_off_id
), debts as (
  select p.dispute_id, p.turn, p.creator_id, sum(p.amount_minor) as amount
  from write_off_parts p group by p.dispute_id, p.turn, p.creator_id
), owed as (
  select o.dispute_id, o.turn, a.creator_id, sum(o.claimed_minor - o.pending_minor - o.available_minor) as amount
  from dispute_act_parts o join tip_allocations a on a.id = o.allocation_id
  where o.act = 'LOST' group by o.dispute_id, o.turn, a.creator_id
)
select 'write-off' as of, coalesce(w.id, p.write_off_id) as id, w.amount_minor as amount, p.amount as expected
from write_offs w full join parts p on p.write_off_id = w.id
where w.amount_minor is distinct from p.amount or p.is_anothers
union all
select 'debt', d.dispute_id, d.amount, o.amount
from debts d left join owed o using (dispute_id, turn, creator_id)
where d.amount > coalesce(o.amount, 0)
