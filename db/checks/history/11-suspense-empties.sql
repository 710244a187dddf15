-- Money that fits nothing has found its way within 7 days.
select t.reference, a.currency, sum(case when m.credit_account = a.id then m.amount_minor else -m.amount_minor end) as amount
from ledger_account a
join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
join ledger_transaction t on t.id = m.transaction_id
where a.code = 'suspense'
group by t.reference, a.currency
having sum(case when m.credit_account = a.id then m.amount_minor else -m.amount_minor end) <> 0
   and min(t.created_at) < :now::timestamptz - interval '7 days'
