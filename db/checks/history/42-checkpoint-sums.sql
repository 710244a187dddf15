-- What the last checkpoint says of each account, and of all accounts of a code, is the sum of the transfers up to it.
with summed as (
  select account, sum(debit) as debits, sum(credit) as credits from (
    select debit_account as account, amount_minor as debit, 0::bigint as credit from ledger_transfer where transaction_id <= :head
    union all
    select credit_account, 0, amount_minor from ledger_transfer where transaction_id <= :head
  ) as side group by account
), by_code as (
  select a.code, case when a.keeps_balance then '' else a.owner end as owner, a.currency,
    sum(s.debits) as debits, sum(s.credits) as credits
  from summed s join ledger_account a on a.id = s.account
  group by 1, 2, 3
), said as (
  select s.* from ledger_checkpoint_sums s join ledger_checkpoints c on c.id = s.checkpoint_id where c.upto_transaction = :head
)
select 'account ' || coalesce(s.account, k.account_id) as of, k.debits, k.credits, s.debits as summed_debits, s.credits as summed_credits
from summed s full join ledger_account_marks k on k.account_id = s.account
where (k.debits, k.credits) is distinct from (s.debits::bigint, s.credits::bigint)
union all
select coalesce(b.code, d.code) || ' ' || coalesce(b.owner, d.owner) || ' ' || coalesce(b.currency, d.currency),
  d.debits, d.credits, b.debits, b.credits
from by_code b full join said d on d.code = b.code and d.owner = b.owner and d.currency = b.currency
where (d.debits, d.credits) is distinct from (b.debits::bigint, b.credits::bigint)
