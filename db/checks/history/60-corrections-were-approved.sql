-- A correcting entry, and the reversal of one, is what its act says: its maker asked for it, and another operator approved it
-- unless one works alone.
with done as (
  select 'CORRECTION' as kind, c.id, c.debit_code, c.credit_code, c.owner, c.currency, c.amount_minor, c.reference, c.reason,
    c.made_by, c.approved_by, c.posted_at as at
  from ledger_corrections c
  union all
  select 'CORRECTION_REVERSED', c.id, c.credit_code, c.debit_code, c.owner, c.currency, c.amount_minor, c.reference, r.reason,
    r.made_by, r.approved_by, r.reversed_at
  from ledger_correction_reversals r join ledger_corrections c on c.id = r.correction_id
)
select d.kind, d.id, d.made_by, d.approved_by
from done d
left join operator_acts a on a.kind = d.kind and a.subject = 'correction:' || d.id and a.status = 'DONE'
  and a.made_by = d.made_by and a.decided_by is not distinct from d.approved_by and a.decided_at = d.at
  -- Who acts alone asks for nothing first.
  and (a.params = '{}' and d.approved_by is null or a.params = jsonb_build_object('correction_id', d.id,
    'debit_code', d.debit_code, 'credit_code', d.credit_code, 'owner', d.owner, 'currency', d.currency,
    'amount_minor', d.amount_minor, 'reference', d.reference, 'reason', d.reason))
group by d.kind, d.id, d.made_by, d.approved_by having count(a.id) <> 1
