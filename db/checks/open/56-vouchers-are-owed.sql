-- What we owe for vouchers is the face of those that are open, less what has gone back of the void ones; what is kept for
-- creators before their verification is what their redemptions wait with. By the sums of the last checkpoint and what was
-- posted since.
with owed as (
  select v.currency, sum(v.amount_minor - coalesce((
      select sum(r.tip_minor) from refunds r join payments p on p.id = r.payment_id
      where p.voucher_id = v.id and r.status <> 'FAILED' and r.asked_by <> 'PRODUCT'
    ), 0) - coalesce((
      select sum(d.voucher_minor) from disputes d join payments p on p.id = d.payment_id
      where p.voucher_id = v.id and d.status = 'LOST'
    ), 0)) as amount
  from vouchers v where v.status in ('VALID', 'VOID') group by v.currency
), since as (
  select account, sum(amount) as amount from (
    select debit_account as account, -amount_minor as amount from ledger_transfer where transaction_id > :head
    union all
    select credit_account, amount_minor from ledger_transfer where transaction_id > :head
  ) as side group by account
), booked as (
  select currency, sum(amount) as amount from (
    select s.currency, s.credits - s.debits as amount
    from ledger_checkpoint_sums s join ledger_checkpoints c on c.id = s.checkpoint_id
    where c.upto_transaction = :head and s.code = 'voucher_liability'
    union all
    select a.currency, since.amount
    from since join ledger_account a on a.id = since.account where a.code = 'voucher_liability'
  ) as part group by currency
), waiting as (
  select creator_id::text as owner, currency, sum(amount_minor) as amount
  from voucher_redemptions where status = 'PENDING' group by creator_id, currency
), kept as (
  select owner, currency, credits - debits as amount
  from ledger_account where code = 'creator_unverified' and credits <> debits
)
select 'voucher_liability' as account, '' as owner, coalesce(o.currency, b.currency) as currency, b.amount as booked,
  o.amount as owed
from owed o full join booked b on b.currency = o.currency
where coalesce(o.amount, 0) <> coalesce(b.amount, 0)
union all
select 'creator_unverified', coalesce(w.owner, k.owner), coalesce(w.currency, k.currency), k.amount, w.amount
from waiting w full join kept k on k.owner = w.owner and k.currency = w.currency
where coalesce(w.amount, 0) <> coalesce(k.amount, 0)
