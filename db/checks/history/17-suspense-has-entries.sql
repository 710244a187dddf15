-- What lies in suspense is what its entries have left, each by itself, and an entry has left what has not gone out.
with booked as (
  select t.reference, a.currency,
    sum(case when m.credit_account = a.id then m.amount_minor else -m.amount_minor end) as amount
  from ledger_account a
  join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
  join ledger_transaction t on t.id = m.transaction_id
  where a.code = 'suspense'
  group by t.reference, a.currency
), entered as (
  select 'payment:' || s.payment_id as reference, s.currency, s.left_minor,
    s.received_minor - coalesce((select sum(x.amount_minor) from suspense_exits x where x.payment_id = s.payment_id), 0)
      as not_gone
  from suspense_entries s
)
select reference, currency, b.amount, e.left_minor, e.not_gone
from booked b
full join entered e using (reference, currency)
where coalesce(b.amount, 0) <> coalesce(e.left_minor, 0) or e.left_minor <> e.not_gone
