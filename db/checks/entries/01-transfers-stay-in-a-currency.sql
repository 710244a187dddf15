-- Both accounts of a transfer are in its currency; the transfers of a transaction are numbered from 0 without a gap, and
-- each transaction has one. The last number is asked for in order, so that the lines are counted as their index has them
-- and not sorted into a table of their own first.
select m.transaction_id, m.seq, d.currency as from_currency, c.currency as to_currency
from ledger_transfer m
left join ledger_account d on d.id = m.debit_account
left join ledger_account c on c.id = m.credit_account
where m.transaction_id > :from and m.transaction_id <= :upto
  and not coalesce(d.currency = m.currency and c.currency = m.currency and d.id <> c.id and m.amount_minor > 0, false)
union all
select t.id, n.last, null, null
from ledger_transaction t
left join (
  select transaction_id, count(*) as lines, min(seq) as first, max(seq order by seq) as last
  from ledger_transfer where transaction_id > :from and transaction_id <= :upto
  group by transaction_id
) as n on n.transaction_id = t.id
where t.id > :from and t.id <= :upto and not coalesce(n.first = 0 and n.last = n.lines - 1, false)
