-- A payment's money comes and goes by the clearing of the provider that took it, and a settlement is of its provider's.
select t.id, t.reference, a.owner
from ledger_account a
join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
join ledger_transaction t on t.id = m.transaction_id
left join payments p on t.reference = 'payment:' || p.id
where a.code = 'psp_clearing' and (
  p.provider <> a.owner or (t.kind = 'provider_settled' and t.reference not like 'settlement:' || a.owner || ':%')
)
