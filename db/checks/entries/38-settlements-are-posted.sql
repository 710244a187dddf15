-- What a provider's file moves is posted by it, no more and no less: the sums of what was taken in of its events; of files
-- that were imported before there were events, the totals that they say.
with files as (
  select t.cause_id as id
  from ledger_transaction t
  where t.kind = 'provider_settled' and t.id > :from and t.id <= :upto
  union
  select s.id
  from settlements s
  where :from = 0 or s.imported_at >= (select t.created_at - interval '1 hour' from ledger_transaction t where t.id = :from)
), moved as (
  select e.settlement_id as id, m.currency, m.bank, m.psp_fee, m.chargeback_fee, m.given, m.brought
  from files f
  join settlement_events e on e.settlement_id = f.id and e.outcome = 'TAKEN'
  cross join lateral (values
    (
      e.currency,
      case when e.reaches_bank then e.gross_minor - e.fee_minor when e.kind = 'COLLECTION' then -e.gross_minor else 0 end,
      case e.kind when 'FEE' then e.gross_minor when 'FEE_RETURNED' then -e.gross_minor else e.fee_minor end,
      case e.kind when 'CHARGEBACK_FEE' then e.gross_minor when 'CHARGEBACK_FEE_RETURNED' then -e.gross_minor else 0 end,
      case e.kind when 'CONVERSION' then e.gross_minor else 0 end,
      0
    ),
    (e.other_currency, 0, 0, 0, 0, e.other_minor)
  ) as m (currency, bank, psp_fee, chargeback_fee, given, brought)
  where m.currency is not null
  union all
  select s.id, o.currency, (o.sums ->> 'gross_minor')::bigint - (o.sums ->> 'fee_minor')::bigint,
    (o.sums ->> 'fee_minor')::bigint, 0, 0, 0
  from files f
  join settlements s on s.id = f.id
  cross join lateral jsonb_each(s.totals) as o (currency, sums)
  where not exists (select from settlement_events e where e.settlement_id = s.id) and not o.sums ? 'bank_minor'
), expected as (
  select m.id, m.currency, a.code, sum(a.minor) as minor
  from moved m
  cross join lateral (values
    ('bank', m.bank),
    ('psp_fee', m.psp_fee),
    ('chargeback_fee', m.chargeback_fee),
    ('fx_position', m.given - m.brought),
    ('psp_clearing', m.brought - m.given - m.bank - m.psp_fee - m.chargeback_fee)
  ) as a (code, minor)
  group by m.id, m.currency, a.code
), posted as (
  select f.id, m.currency, a.code, sum(s.sign * m.amount_minor) as minor
  from files f
  join ledger_transaction t on t.cause_id = f.id and t.kind = 'provider_settled'
  join ledger_transfer m on m.transaction_id = t.id
  cross join lateral (values (m.debit_account, 1), (m.credit_account, -1)) as s (account, sign)
  join ledger_account a on a.id = s.account
  group by f.id, m.currency, a.code
)
select coalesce(e.id, p.id) as settlement_id, coalesce(e.currency, p.currency) as currency,
  coalesce(e.code, p.code) as code, e.minor as expected, p.minor as posted
from expected e
full join posted p on p.id = e.id and p.currency = e.currency and p.code = e.code
where coalesce(e.minor, 0) <> coalesce(p.minor, 0)
