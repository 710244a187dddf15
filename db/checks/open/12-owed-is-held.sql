-- What is owed to creators and voucher holders, of VAT, and to those whose money fits nothing, is at most what the bank and
-- the providers hold, in EUR at the latest rates: by the sums of the last checkpoint and what was posted since. VAT or
-- suspense below zero in a currency is nothing that others owe us. Without a rate nothing was exchanged into a currency: it
-- is compared with itself.
with latest as (
  select distinct on (currency) currency, units_per_euro from reference_rates order by currency, rate_date desc
), since as (
  select account, sum(amount) as amount from (
    select debit_account as account, amount_minor as amount from ledger_transfer where transaction_id > :head
    union all
    select credit_account, -amount_minor from ledger_transfer where transaction_id > :head
  ) as side group by account
), balances as (
  select s.code, s.currency, s.debits - s.credits as debit_balance
  from ledger_checkpoint_sums s join ledger_checkpoints c on c.id = s.checkpoint_id
  where c.upto_transaction = :head
  union all
  select a.code, a.currency, since.amount from since join ledger_account a on a.id = since.account
), summed as (
  select code, currency, sum(debit_balance) as debit_balance from balances group by code, currency
), valued as (
  select b.code, case when l.units_per_euro is null then b.currency else 'EUR' end as unit,
    case when b.code in ('vat_output', 'suspense') then least(b.debit_balance, 0) else b.debit_balance end
      / power(10, c.digits) / coalesce(l.units_per_euro, 1) as amount
  from summed b join currencies c on c.code = b.currency left join latest l on l.currency = b.currency
), totals as (
  select unit,
    -coalesce(sum(amount) filter (where code in (
      'creator_pending', 'creator_unverified', 'creator_available', 'creator_dispute_hold', 'payout_in_transit', 'creator_transfer', 'voucher_liability',
      'vat_output', 'suspense'
    )), 0) as owed,
    coalesce(sum(amount) filter (where code in ('bank', 'psp_clearing')), 0) as held
  from valued group by unit
)
select unit as currency, round(owed::numeric, 2) as owed, round(held::numeric, 2) as held from totals where owed > held + 0.01
