-- What is owed to creators and voucher holders is at most what the bank and the provider hold, in EUR at the latest rates.
with latest as (
  select distinct on (currency) currency, units_per_euro from reference_rates order by currency, rate_date desc
), sides as (
  select debit_account as account, sum(amount_minor) as amount from ledger_transfer group by debit_account
  union all
  select credit_account, -sum(amount_minor) from ledger_transfer group by credit_account
), balances as (
  select a.code, a.currency, sum(s.amount) as debit_balance
  from sides s join ledger_account a on a.id = s.account
  group by a.code, a.currency
), in_euro as (
  select b.code, b.debit_balance / power(10, c.digits) / coalesce(l.units_per_euro, 1) as euro
  from balances b join currencies c on c.code = b.currency left join latest l on l.currency = b.currency
), totals as (
  select
    -coalesce(sum(euro) filter (where code in (
      'creator_pending', 'creator_unverified', 'creator_available', 'creator_dispute_hold', 'payout_in_transit', 'voucher_liability'
    )), 0) as owed,
    coalesce(sum(euro) filter (where code in ('bank', 'psp_clearing')), 0) as held
  from in_euro
)
select round(owed::numeric, 2) as owed_in_euro, round(held::numeric, 2) as held_in_euro from totals where owed > held + 0.01
