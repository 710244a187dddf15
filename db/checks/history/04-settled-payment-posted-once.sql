-- Every settled payment has one posting of its money, which moves what was charged (money that fits nothing is kept
-- aside as it came); no other payment has one.
select p.id, p.status, p.charged_minor, posted.count, posted.charged
from payments p
left join lateral (
  select count(distinct t.id) as count, coalesce(sum(m.amount_minor), 0) as charged,
    bool_or(t.kind = 'inbound_suspense') as is_aside
  from ledger_transaction t
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account a on a.id = m.debit_account and a.code = 'psp_clearing'
  where t.idempotency_key in ('pay:' || p.id || ':paid', 'inbound:' || p.id)
) posted on true
where (p.status in ('SUCCESS', 'REFUNDED', 'CHARGEBACK') and (
    posted.count <> 1 or (not posted.is_aside and posted.charged <> p.charged_minor)
  ))
   or (p.status not in ('SUCCESS', 'REFUNDED', 'CHARGEBACK') and posted.count <> 0)
