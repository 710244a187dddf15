-- Up to the last transaction that has a document number, each has one, in a month that is not before it was posted.
select t.id as transaction_id, n.month, n.number
from ledger_transaction t
left join journal_numbers n on n.transaction_id = t.id
where t.id > :from and t.id <= :upto
  and t.id <= (select max(transaction_id) from journal_numbers)
  and (n.number is null or n.month < date_trunc('month', t.created_at at time zone 'Europe/Berlin')::date)
