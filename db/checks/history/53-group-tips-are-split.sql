-- A tip to a group is split evenly among those of its members who were to share it when it was paid for. What an even split
-- leaves goes to those who were the furthest behind their fair share of the tips before, by the group's running number of
-- tips, which names each tip once; what each is behind or ahead is what the group keeps of it. Tips before the group's first
-- one by that rule went round by their number. A share is as its tip: paid when it was, by a fan of the same group, and as
-- it stands, unless the share alone was given back. A group's payments name who shares them, and no other ones do.
with shares as (
  select t.id, t.group_tip_id, t.grouplist_id, t.creator_id, t.status, t.paid_at, t.amount_minor, t.currency, w.id as whole_id,
    w.grouplist_id as whole_group, w.status as whole_status, w.paid_at as whole_paid_at, w.group_turn,
    a.amount_minor as allocated, a.currency as allocated_in, a.worth_eur_minor,
    a.counted_minor, p.amount_minor as whole, p.status as payment_status,
    array_position(p.member_ids, t.creator_id) as joined, w.group_turn >= g.credits_from_turn as is_by_credit,
    count(*) over each as members,
    row_number() over (each order by array_position(p.member_ids, t.creator_id)
      rows between unbounded preceding and unbounded following) - 1 as place
  from tips t
  left join tips w on w.id = t.group_tip_id
  left join tip_allocations a on a.tip_id = t.id
  left join payments p on p.id = a.payment_id and p.tip_id = t.group_tip_id
  left join grouplists g on g.id = t.grouplist_id
  where t.group_tip_id is not null
  window each as (partition by t.group_tip_id)
), gained as (
  -- In the parts of a unit that every count of members divides (CREDIT_OF_UNIT).
  select *, case when is_by_credit then (whole % members) * (3099044504245996706400 / members)
    - (allocated - whole / members) * 3099044504245996706400 end as gain
  from shares
), credited as (
  select *, coalesce(sum(gain) over (partition by grouplist_id, creator_id order by group_turn
    rows between unbounded preceding and 1 preceding), 0) as credit
  from gained
), judged as materialized (
  select *, row_number() over (partition by group_tip_id order by credit desc, joined) - 1 as rank from credited
)
select id, group_tip_id, allocated, status, whole_status
from judged
where not coalesce(
  grouplist_id = whole_group and paid_at = whole_paid_at and joined is not null
  and amount_minor = allocated and currency = allocated_in
  and allocated = whole / members + (case when is_by_credit then rank
    else (place - group_turn % members + members) % members end < whole % members)::int
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
select coalesce(k.creator_id, c.creator_id), coalesce(k.grouplist_id, c.grouplist_id), null, 'credit', null
from group_credits k
full join (
  select grouplist_id, creator_id, sum(gain) as credit from judged
  where is_by_credit and whole % members > 0 group by grouplist_id, creator_id
) as c on c.grouplist_id = k.grouplist_id and c.creator_id = k.creator_id
where k.credit is distinct from c.credit or k.credit is null
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
  or g.credits_from_turn not between 0 and g.tips_paid
