-- Documents are numbered without gaps in their series. Each payout that was paid has its statement, one that came back
-- also its cancellation, and they say what the payout says. A month's statement adds up, begins where the one before
-- ended, and no later than it ended was anything moved that none names. A credit note is of a refund that was done and took
-- of a fee with its VAT, its cancellation of one that failed later. Neither is missing an hour after its cause, up to where
-- the journal has come.
with worked as (
  select max(created_at) - interval '1 hour' as upto from ledger_transaction
  where id = (select max(transaction_id) from journal_numbers)
), issued as (
  select 'payout' as series, number from payout_statements
  union all select 'payout', number from statement_cancellations
  union all select 'month', number from month_statements
  union all select 'credit', number from credit_notes
  union all select 'credit', number from credit_note_cancellations
), series as (
  select coalesce(s.name, i.series) as name, coalesce(s.last_number, 0) as last_number, coalesce(i.count, 0) as count,
    coalesce(i.highest, 0) as highest, coalesce(i.lowest, 1) as lowest, coalesce(i.names, 0) as names
  from document_series s full join (
    select series, count(*) as count, count(distinct number) as names, max(number) as highest, min(number) as lowest
    from issued group by series
  ) i on i.series = s.name
), months as (
  select creator_id, currency, month, facts, issued_at, (facts ->> 'opening_minor')::bigint as opening,
    (facts ->> 'closing_minor')::bigint as closing,
    (select coalesce(sum((m ->> 'amount_minor')::bigint), 0) from jsonb_array_elements(facts -> 'movements') m) as moved,
    (select coalesce(sum(c.value::bigint), 0) from jsonb_each_text(facts -> 'closing') c) as held,
    lag((facts ->> 'closing_minor')::bigint, 1, 0::bigint) over (partition by creator_id, currency order by month) as before
  from month_statements
)
select 'series' as of, name as id from series
where last_number <> highest or count <> highest or names <> count or lowest <> 1
union all
select 'payout', p.id::text
from payouts p
left join payout_statements s on s.payout_id = p.id
left join statement_cancellations c on c.payout_id = p.id
where (p.paid_at is not null) <> (s.payout_id is not null)
  or (p.paid_at is not null and p.status = 'FAILED') <> (c.payout_id is not null)
  or (s.payout_id is not null and (s.facts -> 'payout' ->> 'id', s.facts -> 'payout' ->> 'currency', (s.facts -> 'payout' ->> 'amount_minor')::bigint,
      (s.facts -> 'payout' ->> 'fee_minor')::bigint, (s.facts -> 'payout' ->> 'net_minor')::bigint,
      coalesce((s.facts -> 'vat' ->> 'amount_minor')::bigint, 0), (s.facts ->> 'number')::bigint)
    <> (p.id::text, p.currency::text, p.amount_minor, p.fee_minor, p.net_minor,
      case when p.fee_vat_country is null then 0 else p.fee_vat_minor end, s.number))
  or (c.facts ->> 'number')::bigint <> c.number
  or (s.facts -> 'vat' ->> 'rate_bps')::int <> p.fee_vat_bps
  or (p.fee_vat_country is null and p.fee_vat_bps <> 0)
  or p.fee_vat_minor <> round(p.fee_minor * p.fee_vat_bps / (10000.0 + p.fee_vat_bps))
union all
select 'statement', s.payout_id::text
from payout_statements s left join payouts p on p.id = s.payout_id
where p.id is null
union all
select 'credit note', n.refund_id::text
from credit_notes n left join refunds r on r.id = n.refund_id
where r.id is null or r.done_at is null or r.done_at > n.issued_at or r.asked_by = 'PRODUCT'
  or r.service_fee_minor = 0 or r.vat_minor = 0
union all
select 'credit note', r.id::text
from worked join refunds r on r.done_at < worked.upto left join credit_notes n on n.refund_id = r.id
where n.refund_id is null and r.status = 'DONE' and r.asked_by <> 'PRODUCT' and r.service_fee_minor > 0 and r.vat_minor > 0
union all
select 'cancelled credit note', c.refund_id::text
from credit_note_cancellations c left join credit_notes n on n.refund_id = c.refund_id left join refunds r on r.id = c.refund_id
where n.refund_id is null or r.failed_late_at is null or r.failed_late_at > c.issued_at or n.number >= c.number
union all
select 'cancelled credit note', n.refund_id::text
from worked join refunds r on r.failed_late_at < worked.upto join credit_notes n on n.refund_id = r.id
left join credit_note_cancellations c on c.refund_id = n.refund_id
where c.refund_id is null
union all
select 'month', creator_id || ' ' || currency || ' ' || month from months
where opening + moved <> closing or held <> closing or opening <> before
  or (facts ->> 'number')::bigint <> (select number from month_statements s
    where s.creator_id = months.creator_id and s.currency = months.currency and s.month = months.month)
  or (select coalesce(sum((t ->> 'amount_minor')::bigint), 0) from jsonb_array_elements(facts -> 'tips') t)
    <> (select coalesce(sum((m ->> 'amount_minor')::bigint), 0) from jsonb_array_elements(facts -> 'movements') m
      where m ->> 'kind' = 'tips')
  or (facts ->> 'issued_at')::timestamptz is distinct from issued_at
  or not exists (select from users u where u.id = creator_id)
  or (facts ->> 'month', facts ->> 'currency') <> (month::text, currency::text)
