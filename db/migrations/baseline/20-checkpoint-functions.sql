-- What a checkpoint fixes, and how it is taken. Also run by the upgrade of older databases.

create or replace function ledger_stretch_hash(after bigint, upto bigint) returns bytea language sql stable parallel safe as $$
select sha256(coalesce((
  select string_agg(int8send(t.id) || t.body_hash || int8send(coalesce(t.reverses, 0)) || uuid_send(t.cause_id)
    || timestamptz_send(t.effective_at) || timestamptz_send(t.created_at)
    || int4send(length(t.kind)) || textsend(t.kind) || int4send(length(t.idempotency_key)) || textsend(t.idempotency_key)
    || int4send(length(t.reference)) || textsend(t.reference) || int4send(length(t.cause)) || textsend(t.cause)
    || textsend(t.cause_part), '' order by t.id)
  from ledger_transaction t where t.id > after and t.id <= upto
), '') || coalesce((
  select string_agg(int8send(m.transaction_id) || int2send(m.seq) || int8send(m.debit_account)
    || int8send(m.credit_account) || int8send(m.amount_minor) || bpcharsend(m.currency), ''
    order by m.transaction_id, m.seq)
  from ledger_transfer m where m.transaction_id > after and m.transaction_id <= upto
), ''))
$$;

create or replace function ledger_chained_hash(before bytea, after bigint, upto bigint, transactions bigint,
  transfers bigint) returns bytea
language sql stable parallel safe as $$
select sha256(coalesce(before, '') || int8send(after) || int8send(upto) || int8send(transactions) || int8send(transfers)
  || ledger_stretch_hash(after, upto))
$$;

-- What was paid and paid out by the transactions of a checkpoint.
create or replace function ledger_causes(after bigint, upto bigint) returns table(transaction_id bigint, part uuid, digest bytea)
language sql stable parallel safe as $$
select t.id, a.id, sha256(uuid_send(p.id) || textsend(p.type) || textsend(coalesce(p.provider_ref, '')) || date_send(p.rate_date)
  || timestamptz_send(p.created_at) || timestamptz_send(p.settled_at) || textsend(p.receipt_number)
  || bpcharsend(p.country) || int4send(p.service_fee_bps) || int4send(p.vat_rate_bps)
  || coalesce(timestamptz_send(a.available_at) || int8send(a.worth_eur_minor), ''))
from ledger_transaction t
join payments p on p.id = t.cause_id
left join tip_allocations a on a.payment_id = p.id and t.kind = 'tip_paid'
where t.id > after and t.id <= upto and t.kind in ('tip_paid', 'voucher_paid')
union all
select t.id, null, sha256(uuid_send(p.id) || textsend(t.kind)
  || case t.kind when 'payout_requested' then uuid_send(p.details_id) || textsend(p.method) || textsend(p.rail)
    || textsend(p.payout_type) || bpcharsend(coalesce(p.period, '')) || timestamptz_send(p.requested_at)
    || coalesce(uuid_send(p.requested_by), '')
  when 'payout_paid' then timestamptz_send(p.paid_at) || coalesce(int8send(s.number) || timestamptz_send(s.issued_at)
    || textsend(s.facts::text) || coalesce((
      select string_agg(coalesce(timestamptz_send(lower(each)), '') || coalesce(timestamptz_send(upper(each)), ''), '' order by each)
      from unnest(s.covers) as each), ''), '')
  else timestamptz_send(p.failed_at) end)
from ledger_transaction t
join payouts p on p.id = t.cause_id
left join payout_statements s on s.payout_id = p.id
where t.id > after and t.id <= upto
  and t.kind in ('payout_requested', 'payout_paid', 'payout_returned', 'payout_bounced')
$$;

-- Takes the checkpoint that follows another one, with the sums of all accounts. It is the only way to write one,
-- so that the application's role cannot make a mark that differs from the ledger. One that came first stays.
create or replace function take_ledger_checkpoint(follows bigint, next_upto bigint, at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head ledger_checkpoints;
  begins bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger checkpoints', 0));
  select * into head from ledger_checkpoints order by id desc limit 1;
  if coalesce(head.id, 0) <> follows then
    return;
  end if;
  begins := coalesce(head.upto_transaction, 0);
  with counted as (
    select (select count(*) from ledger_transaction t where t.id > begins and t.id <= next_upto) as transactions,
      (select count(*) from ledger_transfer m where m.transaction_id > begins and m.transaction_id <= next_upto) as transfers
  )
  insert into ledger_checkpoints (id, previous, after_transaction, upto_transaction, transactions_count, transfers_count,
    hash, causes_hash, taken_at)
  select follows + 1, nullif(follows, 0), begins, next_upto, transactions, transfers,
    ledger_chained_hash(head.hash, begins, next_upto, transactions, transfers),
    (select sha256(coalesce(string_agg(c.digest, '' order by c.transaction_id, c.part), '')) from ledger_causes(begins, next_upto) c), at
  from counted;
  with change as (
    select account, sum(debit) as debits, sum(credit) as credits
    from ledger_transfer m
    cross join lateral (values (m.debit_account, m.amount_minor, 0), (m.credit_account, 0, m.amount_minor))
      as side (account, debit, credit)
    where m.transaction_id > begins and m.transaction_id <= next_upto
    group by account
  ), marked as (
    insert into ledger_account_marks as k (account_id, debits, credits) select account, debits, credits from change
    on conflict (account_id) do update set debits = k.debits + excluded.debits, credits = k.credits + excluded.credits
  ), summed as (
    select s.code, s.owner, s.currency, s.debits, s.credits from ledger_checkpoint_sums s where s.checkpoint_id = follows
    union all
    select a.code, case when a.keeps_balance then '' else a.owner end, a.currency, c.debits, c.credits
    from change c join ledger_account a on a.id = c.account
  )
  insert into ledger_checkpoint_sums (checkpoint_id, code, owner, currency, debits, credits)
  select follows + 1, s.code, s.owner, s.currency, sum(s.debits), sum(s.credits)
  from summed s group by s.code, s.owner, s.currency;
end $$;
