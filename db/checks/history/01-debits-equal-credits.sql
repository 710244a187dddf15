-- Over all accounts of a currency, debits and credits are the same sum.
with sides as (
  select currency, debit_account as account, amount_minor as debit, 0::bigint as credit from ledger_transfer
  union all
  select currency, credit_account, 0, amount_minor from ledger_transfer
)
select a.currency, sum(s.debit) as debits, sum(s.credit) as credits
from sides s join ledger_account a on a.id = s.account
group by a.currency
having sum(s.debit) <> sum(s.credit)
