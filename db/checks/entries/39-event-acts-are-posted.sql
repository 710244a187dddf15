-- What was taken in of a provider's event later, and what was taken back of one, is posted by that act alone: as much as
-- the event says, there and back. Later is taken in only what was an exception, and back only what had been taken in.
with acts as (
  select t.cause_id as id, t.kind
  from ledger_transaction t
  where t.cause = 'settlement_event' and t.id > :from and t.id <= :upto
  union
  select l.event_id, 'settlement_event_' || lower(l.act)
  from settlement_event_acts l
  where :from = 0 or l.acted_at >= (select t.created_at - interval '1 hour' from ledger_transaction t where t.id = :from)
), moved as (
  select c.id, c.kind, case l.act when 'TAKEN' then 1 else -1 end as way, m.currency, m.bank, m.psp_fee,
    m.chargeback_fee, m.given, m.brought
  from acts c
  join settlement_event_acts l on l.event_id = c.id and c.kind = 'settlement_event_' || lower(l.act)
  join settlement_events e on e.id = c.id
  left join settlement_event_acts b on b.event_id = e.id and b.act = 'TAKEN'
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
    and case l.act when 'TAKEN' then e.outcome = 'EXCEPTION' else e.outcome = 'TAKEN' or b.event_id is not null end
), expected as (
  select m.id, m.kind, m.currency, a.code, sum(m.way * a.minor) as minor
  from moved m
  cross join lateral (values
    ('bank', m.bank),
    ('psp_fee', m.psp_fee),
    ('chargeback_fee', m.chargeback_fee),
    ('fx_position', m.given - m.brought),
    ('psp_clearing', m.brought - m.given - m.bank - m.psp_fee - m.chargeback_fee)
  ) as a (code, minor)
  group by m.id, m.kind, m.currency, a.code
), posted as (
  select c.id, c.kind, m.currency, a.code, sum(s.sign * m.amount_minor) as minor
  from acts c
  join ledger_transaction t on t.cause_id = c.id and t.kind = c.kind
  join ledger_transfer m on m.transaction_id = t.id
  cross join lateral (values (m.debit_account, 1), (m.credit_account, -1)) as s (account, sign)
  join ledger_account a on a.id = s.account
  group by c.id, c.kind, m.currency, a.code
)
select coalesce(e.id, p.id) as event_id, coalesce(e.kind, p.kind) as kind, coalesce(e.currency, p.currency) as currency,
  coalesce(e.code, p.code) as code, e.minor as expected, p.minor as posted
from expected e
full join posted p on p.id = e.id and p.kind = e.kind and p.currency = e.currency and p.code = e.code
where coalesce(e.minor, 0) <> coalesce(p.minor, 0)
