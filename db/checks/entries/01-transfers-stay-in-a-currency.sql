-- Both accounts of a transfer are in its currency; the transfers of a transaction are numbered from 0 without a gap, and
-- each transaction has one.
select t.id as transaction_id, count(m.seq) as transfers, max(m.seq) as last_seq,
  bool_or(d.currency <> m.currency or c.currency <> m.currency or d.id = c.id or m.amount_minor <= 0) as is_mixed
from ledger_transaction t
left join ledger_transfer m on m.transaction_id = t.id
left join ledger_account d on d.id = m.debit_account
left join ledger_account c on c.id = m.credit_account
where t.id > :from and t.id <= :upto
group by t.id
having count(m.seq) = 0 or min(m.seq) <> 0 or max(m.seq) <> count(m.seq) - 1 or count(d.id) <> count(m.seq)
  or count(c.id) <> count(m.seq)
  or bool_or(d.currency <> m.currency or c.currency <> m.currency or d.id = c.id or m.amount_minor <= 0)
