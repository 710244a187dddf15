-- An entry of suspense has left what has not gone out, a dispute took of it what its acts say, a refund that failed later
-- brought back what it had taken and what it confirmed, as its failure says, and in each currency the
-- account holds what the entries have left, and what corrections brought there.
with gone as (
  select payment_id, sum(amount_minor) as amount from suspense_exits group by payment_id
), moved as (
  select m.currency, sum(case when a.id = m.credit_account then m.amount_minor else -m.amount_minor end) as amount
  from ledger_account a join ledger_transfer m on a.id in (m.debit_account, m.credit_account)
  where a.code = 'suspense' group by m.currency
), left_over as (
  select currency, sum(amount) as amount from (
    select currency, left_minor as amount from suspense_entries
    union all
    -- What corrections brought there, and did not take away again.
    select currency, case when credit_code = 'suspense' then amount_minor else -amount_minor end
    from ledger_corrections c
    where 'suspense' in (debit_code, credit_code)
      and not exists (select from ledger_correction_reversals r where r.correction_id = c.id)
  ) as each group by currency
), by_disputes as (
  select d.id::text as dispute, d.payment_id, sum(case a.act when 'LOST' then a.suspense_minor else -a.suspense_minor end) as amount
  from dispute_acts a join disputes d on d.id = a.dispute_id where a.act in ('LOST', 'REVERSED') group by d.id
), by_exits as (
  select reference as dispute, payment_id, sum(amount_minor) as amount from suspense_exits
  where kind in ('DISPUTE_LOST', 'DISPUTE_REVERSED') group by reference, payment_id
)
select 'entry' as of, s.payment_id::text as id, s.left_minor as amount, s.received_minor - coalesce(g.amount, 0) as expected
from suspense_entries s left join gone g using (payment_id)
where s.left_minor <> s.received_minor - coalesce(g.amount, 0)
union all
select 'exit', x.id::text, x.amount_minor, null
from suspense_exits x
where case when x.kind in ('RETURNED_BY_PROVIDER', 'RETURNED_BY_BANK') then x.operator_id is null
  when x.kind <> 'KEPT' then x.operator_id is not null end
union all
select 'account', currency, m.amount, l.amount from moved m full join left_over l using (currency)
where coalesce(m.amount, 0) <> coalesce(l.amount, 0)
union all
select 'dispute', d.dispute, d.amount, x.amount from by_disputes d left join by_exits x using (dispute, payment_id)
where d.amount <> coalesce(x.amount, 0)
union all
select 'failed refund', coalesce(b.id, f.id)::text, -(b.amount_minor + b.beyond_minor), x.amount_minor + x.confirms_minor + x.beyond_minor
from (select * from suspense_exits where kind = 'REFUND_FAILED') b
full join (select f.* from refund_failures f join suspense_entries e on e.payment_id = f.payment_id) f
  on f.payment_id = b.payment_id and f.reference = b.reference
left join suspense_exits x on x.payment_id = b.payment_id and x.reference = b.reference
  and x.kind in ('REFUNDED', 'REFUNDED_ELSEWHERE')
where b.id is null or f.id is null or x.id is null or b.amount_minor <> -(x.amount_minor + x.confirms_minor)
  or b.beyond_minor <> -x.beyond_minor or f.amount_minor <> -(b.amount_minor + b.beyond_minor)
