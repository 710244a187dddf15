-- A transaction that reverses another moves the same amounts between the same accounts, the other way round.
select r.id, r.reverses
from ledger_transaction r
where r.reverses is not null and exists (
  (select debit_account, credit_account, amount_minor from ledger_transfer where transaction_id = r.reverses
   except all
   select credit_account, debit_account, amount_minor from ledger_transfer where transaction_id = r.id)
  union all
  (select credit_account, debit_account, amount_minor from ledger_transfer where transaction_id = r.id
   except all
   select debit_account, credit_account, amount_minor from ledger_transfer where transaction_id = r.reverses)
)
