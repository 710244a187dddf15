-- What is on its way to the banks is the sum of the open payouts, creator by creator.
with transit as (
  select owner, currency, sum(credits - debits) as amount
  from ledger_account where code = 'payout_in_transit' group by owner, currency
), open as (
  select creator_id::text as owner, currency, sum(net_minor) as amount
  from payouts where status in ('REQUESTED', 'PROCESSING') group by creator_id, currency
)
select owner, currency, coalesce(t.amount, 0) as in_transit, coalesce(o.amount, 0) as open_payouts
from transit t full join open o using (owner, currency)
where coalesce(t.amount, 0) <> coalesce(o.amount, 0)
