-- Where our bank's statements were imported, they go on: none is older than forty days while the account has moved since its
-- day. Otherwise the bank's last word excuses what it was never asked about.
select l.currency, l.closing_on
from (
  select currency, max(least(closing_on, (imported_at at time zone 'Europe/Berlin')::date)) as closing_on
  from bank_statements where closing_minor is not null and closing_on is not null group by currency
) as l
where l.closing_on < (:now::timestamptz at time zone 'Europe/Berlin')::date - 40
  and exists (
    select from ledger_account a
    cross join lateral (
      select greatest(
        (select m.transaction_id from ledger_transfer m where m.debit_account = a.id order by m.transaction_id desc limit 1),
        (select m.transaction_id from ledger_transfer m where m.credit_account = a.id order by m.transaction_id desc limit 1)
      ) as id
    ) as newest
    join ledger_transaction t on t.id = newest.id
    where a.code = 'bank' and a.currency = l.currency
      and t.created_at >= (l.closing_on::timestamp + interval '1 day') at time zone 'Europe/Berlin')
