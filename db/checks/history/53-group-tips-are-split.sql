-- A tip to a group is split evenly among those of its members who were to share it when it was paid for, and what an even
-- split leaves goes round by the group's running number of tips, which names each tip once. A share is as its tip: paid
-- when it was, by a fan of the same group, and as it stands, unless the share alone was given back. A group's payments name
-- who shares them, and no other ones do.
with shares as materialized (
  select t.id, t.group_tip_id, t.grouplist_id, t.status, t.paid_at, t.amount_minor, t.currency, w.id as whole_id,
    w.grouplist_id as whole_group, w.status as whole_status, w.paid_at as whole_paid_at, w.group_turn,
    a.amount_minor as allocated, a.currency as allocated_in, a.worth_eur_minor,
    a.counted_minor, p.amount_minor as whole, p.status as payment_status,
    array_position(p.member_ids, t.creator_id) as joined,
    count(*) over each as members,
    row_number() over (each order by array_position(p.member_ids, t.creator_id)
      rows between unbounded preceding and unbounded following) - 1 as place
  from tips t
  left join tips w on w.id = t.group_tip_id
  left join tip_allocations a on a.tip_id = t.id
  left join payments p on p.id = a.payment_id and p.tip_id = t.group_tip_id
  where t.group_tip_id is not null
  window each as (partition by t.group_tip_id)
)
select id, group_tip_id, allocated, status, whole_status
from shares
where not coalesce(
  grouplist_id = whole_group and paid_at = whole_paid_at and joined is not null
  and amount_minor = allocated and currency = allocated_in
  and allocated = whole / members
    + ((place - group_turn % members + members) % members < whole % members)::int
  and (status = whole_status or (status = 'REFUNDED' and counted_minor = 0)),
  false)
union all
select id, null, amount_minor, status, null
from tips
where case when creator_id is null then (paid_at is null) <> (group_turn is null) and status <> 'REFUNDED'
  else group_turn is not null end
union all
select p.id, p.tip_id, p.amount_minor, p.status, 'sharing'
from payments p left join tips t on t.id = p.tip_id and t.creator_id is null
where p.member_ids is not null and t.id is null
union all
select p.id, p.tip_id, p.amount_minor, p.status, 'sharing'
from tips t join payments p on p.tip_id = t.id
where t.creator_id is null and p.member_ids is null
union all
select min(t.id::text)::uuid, null, t.group_turn, 'turn', null
from tips t where t.creator_id is null and t.group_turn is not null
group by t.grouplist_id, t.group_turn having count(*) > 1
union all
select coalesce(g.id, t.grouplist_id), null, g.tips_paid, 'turns', null
from grouplists g
full join (
  select grouplist_id, count(*) as paid, max(group_turn) as last from tips
  where creator_id is null and group_turn is not null group by grouplist_id
) as t on t.grouplist_id = g.id
where coalesce(t.paid, 0) is distinct from g.tips_paid or t.last >= g.tips_paid
