-- No account of a creator is below zero, but for what is to be fetched back from members of a direct group (71).
select id, code, owner, currency, debits, credits
from ledger_account
where keeps_balance and code <> 'creator_transfer'
  and (case normal_side when 'CREDIT' then credits - debits else debits - credits end) < 0
