-- Also run by the upgrade of older databases.

-- How far our bank's last word and the books are apart in each currency, and how far they may be (docs/money.md,
-- 5): check 61 and the bank's page use the same. A currency without a statement has no row. `head` is the
-- transaction of the last checkpoint. Below zero the bank has less than the books. A statement is evidence of one
-- operator (docs/money.md, 5): a return in it waits for another operator and may keep bank and books apart
-- meanwhile.
create or replace function bank_agreement(head bigint) returns table(currency char(3), closing_on date, closing_minor bigint,
  booked_minor bigint, least_minor bigint, most_minor bigint)
language sql stable as $$
with closings as (
  select l.currency, sum(l.closing_minor)::bigint as closing, min(l.closing_on) as day from (
    select distinct on (s.account_iban, s.currency) s.currency, s.closing_minor, e.closing_on from bank_statements s
    -- A statement of a day to come is no later word than one of the day on which it was imported.
    cross join lateral (
      select least(s.closing_on, (s.imported_at at time zone 'Europe/Berlin')::date) as closing_on) as e
    where s.closing_minor is not null and s.closing_on is not null
    order by s.account_iban, s.currency, e.closing_on desc,
      case when s.sequence ~ '^[0-9]{1,18}$' then s.sequence::bigint else 0 end desc, s.page desc nulls last,
      s.imported_at desc, s.id desc
  ) as l group by l.currency
), accounts as (
  select a.id, a.currency from ledger_account a where a.code = 'bank' and a.currency in (select c.currency from closings c)
), booked as (
  select b.currency, sum(b.amount)::bigint as amount from (
    select s.currency, s.debits - s.credits as amount
    from ledger_checkpoint_sums s join ledger_checkpoints k on k.id = s.checkpoint_id
    where k.upto_transaction = head and s.code = 'bank'
    union all
    select a.currency, m.amount_minor from accounts a
    join ledger_transfer m on m.debit_account = a.id and m.transaction_id > head
    union all
    select a.currency, -m.amount_minor from accounts a
    join ledger_transfer m on m.credit_account = a.id and m.transaction_id > head
  ) as b group by b.currency
), lately as (
  -- What was posted since ten days before the bank's last word, by an id before which nothing of it is.
  select c.currency, c.day, (c.day::timestamp - interval '10 days') at time zone 'Europe/Berlin' as since,
    (c.day::timestamp + interval '1 day') at time zone 'Europe/Berlin' as ended, coalesce((
      select max(k.upto_transaction) from ledger_checkpoints k
      where k.taken_at < (c.day::timestamp - interval '11 days') at time zone 'Europe/Berlin'), 0) as before
  from closings c
), moves as (
  select l.currency, l.ended, t.kind, t.cause_id, t.created_at, sum(m.amount) as amount
  from lately l
  join accounts a on a.currency = l.currency
  cross join lateral (
    select d.transaction_id, d.amount_minor as amount from ledger_transfer d
    where d.debit_account = a.id and d.transaction_id > l.before
    union all
    select d.transaction_id, -d.amount_minor from ledger_transfer d
    where d.credit_account = a.id and d.transaction_id > l.before
  ) as m
  join ledger_transaction t on t.id = m.transaction_id and t.created_at >= l.since
  group by l.currency, l.ended, t.id
), told as (
  -- What a statement has booked of the same thing. An exception has booked nothing of it yet.
  select m.currency, m.amount - coalesce(case
    when m.kind in ('payout_paid', 'payout_bounced') then (
      select m.amount from bank_entries e join bank_statements s on s.id = e.statement_id and s.kind = 'camt.053'
      where e.outcome <> 'EXCEPTION' and e.direction = case m.kind when 'payout_paid' then 'DEBIT' else 'CREDIT' end
        and (e.payout_id = m.cause_id
          or e.batch_id = (select p.batch_id from payouts p where p.id = m.cause_id and m.kind = 'payout_paid'))
      limit 1)
    when m.kind = 'provider_settled' then (
      select sum(case e.direction when 'CREDIT' then e.amount_minor else -e.amount_minor end)
      from bank_entries e join bank_statements s on s.id = e.statement_id and s.kind = 'camt.053'
      left join settlement_events v on v.id = e.transfer_id
      where e.settlement_id = m.cause_id and e.currency = m.currency and e.outcome <> 'EXCEPTION'
        and coalesce(v.outcome, 'TAKEN') = 'TAKEN')
    when m.kind in ('settlement_event_taken', 'settlement_event_reversed') then (
      select sum(case e.direction when 'CREDIT' then e.amount_minor else -e.amount_minor end)
      from bank_entries e join bank_statements s on s.id = e.statement_id and s.kind = 'camt.053'
      where e.transfer_id = m.cause_id and e.outcome <> 'EXCEPTION')
    when m.kind = 'suspense_returned' then 0
    -- A correction puts down what the bank had booked; what is corrected after its last word may come.
    when m.created_at >= m.ended then 0
    else m.amount end, 0) as amount
  from moves m
), open as (
  -- First what only the books have, then what only the bank has.
  select t.currency, -t.amount as amount from told t
  union all
  select e.currency, case e.direction when 'CREDIT' then e.amount_minor else -e.amount_minor end
  from bank_exceptions x join bank_entries e on e.id = x.entry_id
  join bank_statements s on s.id = e.statement_id and s.kind = 'camt.053'
  join closings c on c.currency = e.currency
  -- As what the books alone have: for ten days, then it is a fault.
  where x.settled_at is null
    and least(e.booked_on, (s.imported_at at time zone 'Europe/Berlin')::date) >= c.day - 10
  union all
  -- A return that waits for another operator: the bank has the money, the books have it once it is approved.
  select e.currency, e.amount_minor from bank_entries e
  join bank_statements s on s.id = e.statement_id and s.kind = 'camt.053'
  join payouts p on p.id = e.payout_id and p.status <> 'FAILED' and p.return_reported_at is not null
  join closings c on c.currency = e.currency
  where e.outcome = 'RETURNED'
    and least(e.booked_on, (s.imported_at at time zone 'Europe/Berlin')::date) >= c.day - 10
  union all
  select s.currency, g.found_minor - g.expected_minor
  from bank_gaps g join bank_statements s on s.id = g.statement_id join closings c on c.currency = s.currency
  where g.settled_at is null and g.closed_at is null
    and least(s.closing_on, (s.imported_at at time zone 'Europe/Berlin')::date) >= c.day - 10
)
select c.currency, c.day, c.closing, coalesce(b.amount, 0)::bigint,
  coalesce((select sum(least(o.amount, 0)) from open o where o.currency = c.currency), 0)::bigint,
  coalesce((select sum(greatest(o.amount, 0)) from open o where o.currency = c.currency), 0)::bigint
from closings c left join booked b on b.currency = c.currency
$$;
