-- Money that fits nothing has found its way within 7 days of coming into the books, or of coming back by a refund that failed.
select t.reference, s.currency, s.left_minor, t.created_at
from suspense_entries s
join ledger_transaction t on t.cause_id = s.payment_id and t.kind = 'inbound_suspense'
where s.left_minor > 0 and greatest(t.created_at,
    (select max(x.at) from suspense_exits x where x.payment_id = s.payment_id and x.kind = 'REFUND_FAILED')) < :now::timestamptz - interval '7 days'
union all
-- What corrections brought there, the oldest first.
select 'correction', currency, sum(amount)::bigint, min(posted_at)
from (
  select c.currency, c.posted_at, case when c.credit_code <> 'suspense' then -c.amount_minor
    when c.posted_at < :now::timestamptz - interval '7 days' then c.amount_minor else 0 end as amount
  from ledger_corrections c
  where (c.debit_code = 'suspense' or c.credit_code = 'suspense')
    and not exists (select from ledger_correction_reversals r where r.correction_id = c.id)
) as each group by currency having sum(amount) > 0
