-- The overview's tips of each day are the paid tips that have a document number, no more and no less.
with paid as (
  select (p.settled_at at time zone 'Europe/Berlin')::date as day, p.provider, p.type, count(*) as tips,
    sum(a.worth_eur_minor) as amount, sum(round(p.total_minor::numeric * a.worth_eur_minor / p.amount_minor)) as charged
  from journal_numbers n
  join ledger_transaction t on t.id = n.transaction_id and t.kind = 'tip_paid'
  join payments p on p.id = t.cause_id
  join (
    select payment_id, sum(worth_eur_minor) as worth_eur_minor from tip_allocations group by payment_id
  ) as a on a.payment_id = p.id
  group by 1, 2, 3
)
select coalesce(p.day, d.day) as day, coalesce(p.provider, d.provider) as provider, coalesce(p.type, d.type) as type,
  p.tips, d.tips_count, p.amount, d.amount_eur_minor, p.charged, d.charged_eur_minor
from paid p full join daily_payment_totals d on d.day = p.day and d.provider = p.provider and d.type = p.type
where p.tips is distinct from d.tips_count or p.amount is distinct from d.amount_eur_minor
  or p.charged is distinct from d.charged_eur_minor
