-- A share that was passed on to its member's own account, or taken back from it, is posted as its row says: it leaves
-- creator_transfer by the clearing of the payment's provider, and is beside the books. What an account could not give back is
-- our loss, goodwill for a refund, until its cause ends.
with causes as materialized (
  select distinct cause_id as id from ledger_transaction
  where id > :from and id <= :upto and kind in ('share_passed', 'share_reversed', 'share_lost', 'share_regained')
), shares as (
  select t.id, 'share_passed' as kind, t.payment_id, t.allocation_id, t.amount_minor, 'psp_clearing' as other, false as is_back,
    t.ended_at as at
  from causes join direct_transfers t on t.id = causes.id where t.state = 'SENT'
  union all
  select v.id, k.kind, t.payment_id, t.allocation_id, v.amount_minor, k.other, k.is_back, case when k.kind <> 'share_regained' then v.ended_at end
  from causes
  join direct_reversals v on v.id = causes.id
  join direct_transfers t on t.id = v.transfer_id
  cross join lateral (select case when v.dispute_id is null then 'goodwill' else 'chargeback_loss' end as account) as loss
  cross join lateral (values
    ('share_reversed', 'psp_clearing', true, v.state = 'DONE'),
    ('share_lost', loss.account, true, v.state in ('LOST', 'REGAINED')),
    ('share_regained', loss.account, false, v.state = 'REGAINED')
  ) as k (kind, other, is_back, is_so)
  where k.is_so
), expected as (
  select s.id, s.kind, s.payment_id, s.amount_minor as amount, a.currency, s.at,
    case when s.is_back then k.to_code else k.from_code end as from_code, case when s.is_back then k.to_owner else k.from_owner end as from_owner,
    case when s.is_back then k.from_code else k.to_code end as to_code, case when s.is_back then k.from_owner else k.to_owner end as to_owner
  from shares s
  join payments p on p.id = s.payment_id
  join tip_allocations a on a.id = s.allocation_id
  cross join lateral (values
    ('creator_transfer', a.creator_id::text, s.other, case when s.other = 'psp_clearing' then p.provider else '' end),
    ('direct_passed', '', case when s.other = 'psp_clearing' then 'creator_direct' end, a.creator_id::text)
  ) as k (from_code, from_owner, to_code, to_owner)
  where k.to_code is not null
), lines as (
  select t.cause_id, 1 as side, row(t.kind, t.cause_part, t.reference, d.code, d.owner, d.shard, c.code, c.owner, c.shard,
    m.currency::text, m.amount_minor, case when t.kind <> 'share_regained' then t.effective_at end)::text as line
  from causes
  join ledger_transaction t on t.cause_id = causes.id
  join ledger_transfer m on m.transaction_id = t.id
  join ledger_account d on d.id = m.debit_account
  join ledger_account c on c.id = m.credit_account
  union all
  select id, -1, row(kind::text, ''::text, 'payment:' || payment_id, from_code::text, from_owner::text, 0::smallint, to_code::text,
    to_owner::text, 0::smallint, currency::text, amount, at)::text
  from expected
)
select cause_id, line, sum(side) as apart from lines group by cause_id, line having sum(side) <> 0
