-- The balance kept in an account's row is the sum of its transfers; accounts that keep none have none.
-- Each side is summed once for all accounts: asked account by account, the time grows with the square of the books.
with d as (
  select debit_account as account, sum(amount_minor) as amount from ledger_transfer group by debit_account
), c as (
  select credit_account as account, sum(amount_minor) as amount from ledger_transfer group by credit_account
)
select a.id, a.code, a.owner, a.currency, a.debits, a.credits,
  coalesce(d.amount, 0) as summed_debits, coalesce(c.amount, 0) as summed_credits
from ledger_account a
left join d on d.account = a.id
left join c on c.account = a.id
where (a.keeps_balance and (a.debits <> coalesce(d.amount, 0) or a.credits <> coalesce(c.amount, 0)))
   or (not a.keeps_balance and (a.debits <> 0 or a.credits <> 0))
