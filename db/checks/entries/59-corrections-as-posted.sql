-- A correcting entry is posted as its row says, between two accounts that one may correct; its reversal is the mirror.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('correction_posted', 'correction_reversed')
), pairs (debit_code, credit_code, owner_of) as (
  select p.a, p.b, p.owner_of from (values
    ('bank', 'own_funds', ''), ('bank', 'bank_fee', ''), ('bank', 'psp_clearing', 'psp_clearing'),
    ('bank', 'vat_output', 'vat_output'), ('bank', 'suspense', ''), ('bank', 'goodwill', ''), ('bank', 'fx_position', ''),
    ('bank', 'creator_receivable', 'creator_receivable'), ('psp_clearing', 'psp_fee', 'psp_clearing'),
    ('psp_clearing', 'chargeback_fee', 'psp_clearing'), ('psp_clearing', 'chargeback_loss', 'psp_clearing'),
    ('psp_clearing', 'goodwill', 'psp_clearing'), ('psp_clearing', 'suspense', 'psp_clearing'),
    ('psp_clearing', 'fx_position', 'psp_clearing'), ('exchange_difference', 'fx_position', ''),
    ('service_fee_revenue', 'vat_output', 'vat_output'), ('suspense', 'breakage_revenue', ''),
    ('suspense', 'creator_available', 'creator_available'), ('goodwill', 'creator_available', 'creator_available')
  ) as p (a, b, owner_of)
), rows as (
  select c.*, p.owner_of
  from causes join ledger_corrections c on c.id = causes.id
  join pairs p on (p.debit_code, p.credit_code) = (c.debit_code, c.credit_code)
    or ((p.credit_code, p.debit_code) = (c.debit_code, c.credit_code) and p.credit_code <> 'creator_receivable')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select id, 'correction_posted', '', 'correction:' || id, debit_code, case owner_of when debit_code then owner else '' end, 0,
    credit_code, case owner_of when credit_code then owner else '' end, 0, currency, amount_minor
  from rows
  union all
  select id, 'correction_reversed', '', 'correction:' || id, credit_code, case owner_of when credit_code then owner else '' end,
    0, debit_code, case owner_of when debit_code then owner else '' end, 0, currency, amount_minor
  from rows join ledger_correction_reversals r on r.correction_id = rows.id
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('correction_posted', 'correction_reversed')
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account c on c.id = m.credit_account
  union all
  select cause_id, -1, amount, row(kind::text, part::text, reference::text, from_code::text,
    from_owner::text, from_shard::smallint, to_code::text, to_owner::text, to_shard::smallint, currency::text, amount)::text
  from expected
)
select cause_id, line, sum(amount) filter (where side = 1) as posted_minor, sum(amount) filter (where side = -1) as expected_minor
from lines group by cause_id, line having sum(side) <> 0
