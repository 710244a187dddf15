-- What left suspense is posted as its way out says, and what came back by a refund that failed later the other way round. What a dispute of a known payment took or brought back, the dispute's
-- own posting has moved.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('suspense_refunded', 'suspense_returned', 'suspense_brought_back', 'suspense_refund_failed',
    'suspense_kept')
), expected (cause_id, kind, part, reference, from_code, from_owner, from_shard, to_code, to_owner, to_shard, currency, amount) as (
  select x.id, case x.kind when 'REFUNDED' then 'suspense_refunded' when 'KEPT' then 'suspense_kept'
      when 'DISPUTE_REVERSED' then 'suspense_brought_back' when 'REFUND_FAILED' then 'suspense_refund_failed' else 'suspense_returned' end, '', 'payment:' || x.payment_id,
    case when x.kind in ('DISPUTE_REVERSED', 'REFUND_FAILED') then o.code else k.code end,
    case when x.kind in ('DISPUTE_REVERSED', 'REFUND_FAILED') then o.owner else '' end, 0,
    case when x.kind in ('DISPUTE_REVERSED', 'REFUND_FAILED') then k.code else o.code end,
    case when x.kind in ('DISPUTE_REVERSED', 'REFUND_FAILED') then '' else o.owner end, 0, s.currency, abs(k.amount)
  from causes
  join suspense_exits x on x.id = causes.id
  join suspense_entries s on s.payment_id = x.payment_id
  cross join lateral (select
      case x.kind when 'KEPT' then 'breakage_revenue' when 'RETURNED_BY_BANK' then 'bank' else 'psp_clearing' end,
      case when x.kind in ('KEPT', 'RETURNED_BY_BANK') then '' else s.provider end) as o (code, owner)
  cross join lateral (values ('suspense', x.amount_minor), ('goodwill', x.beyond_minor)) as k (code, amount)
  where not (x.kind in ('DISPUTE_LOST', 'DISPUTE_REVERSED')
    and exists (select from disputes d where d.payment_id = x.payment_id and d.id::text = x.reference))
), lines as (
  select t.cause_id, 1 as side, m.amount_minor as amount, row(t.kind, t.cause_part, t.reference,
    d.code, d.owner, d.shard, c.code, c.owner, c.shard, m.currency::text, m.amount_minor)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id and t.kind in ('suspense_refunded', 'suspense_returned', 'suspense_brought_back', 'suspense_refund_failed',
    'suspense_kept')
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account c on c.id = m.credit_account
  union all
  select cause_id, -1, amount, row(kind::text, part::text, reference::text, from_code::text,
    from_owner::text, from_shard::smallint, to_code::text, to_owner::text, to_shard::smallint, currency::text, amount)::text
  from expected where amount > 0
)
select cause_id, line, sum(amount) filter (where side = 1) as posted_minor, sum(amount) filter (where side = -1) as expected_minor
from lines group by cause_id, line having sum(side) <> 0
