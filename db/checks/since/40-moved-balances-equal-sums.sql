-- The balance kept in the row of an account that was moved since the last checkpoint is what it was then, and what moved.
with since as (
  select account, sum(debit) as debits, sum(credit) as credits from (
    select debit_account as account, amount_minor as debit, 0::bigint as credit from ledger_transfer where transaction_id > :head
    union all
    select credit_account, 0, amount_minor from ledger_transfer where transaction_id > :head
  ) as side group by account
)
select a.id, a.code, a.owner, a.currency, a.debits, a.credits,
  coalesce(k.debits, 0) + s.debits as summed_debits, coalesce(k.credits, 0) + s.credits as summed_credits
from since s
-- Looked up one by one, however many accounts there are.
cross join lateral (select * from ledger_account where id = s.account offset 0) as a
left join lateral (select * from ledger_account_marks where account_id = s.account offset 0) as k on true
where a.keeps_balance
  and (a.debits <> coalesce(k.debits, 0) + s.debits or a.credits <> coalesce(k.credits, 0) + s.credits)
