-- No account of a creator is below zero.
select id, code, owner, currency, debits, credits
from ledger_account
where keeps_balance
  and (case normal_side when 'CREDIT' then credits - debits else debits - credits end) < 0
