-- CHARGEBACK is the status of those who owe, and who owes is CHARGEBACK or LOCKED.
with owing as (
  select owner, sum(debits - credits) as amount
  from ledger_account where code = 'creator_receivable' group by owner having sum(debits - credits) > 0
)
select u.id, u.status, coalesce(o.amount, 0) as owed
from users u left join owing o on o.owner = u.id::text
where (u.status = 'CHARGEBACK' and o.amount is null)
   or (o.amount is not null and u.status not in ('CHARGEBACK', 'LOCKED'))
