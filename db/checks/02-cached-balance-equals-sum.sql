-- The balance kept in an account's row is the sum of its transfers; accounts that keep none have none.
select a.id, a.code, a.owner, a.currency, a.debits, a.credits, d.debits as summed_debits, c.credits as summed_credits
from ledger_account a
cross join lateral (select coalesce(sum(amount_minor), 0) as debits from ledger_transfer where debit_account = a.id) d
cross join lateral (select coalesce(sum(amount_minor), 0) as credits from ledger_transfer where credit_account = a.id) c
where (a.is_cached and (a.debits <> d.debits or a.credits <> c.credits))
   or (not a.is_cached and (a.debits <> 0 or a.credits <> 0))
