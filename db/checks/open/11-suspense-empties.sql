-- Money that fits nothing has found its way within 7 days of coming into the books.
select t.reference, s.currency, s.left_minor, t.created_at
from suspense_entries s
join ledger_transaction t on t.cause_id = s.payment_id and t.kind = 'inbound_suspense'
where s.left_minor > 0 and t.created_at < :now::timestamptz - interval '7 days'
