-- Money that goes back, and money that matches nothing.

-- PRODUCT: money out of suspense that no creator was credited with. The others are of a settled payment.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  reason text not null,
  status text not null check (status in ('REQUESTED', 'DONE', 'FAILED')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null references currencies,
  requested_by uuid references users,
  requested_at timestamptz not null,
  done_at timestamptz,
  asked_by text not null default 'PRODUCT' check (asked_by in ('PRODUCT', 'CREATOR', 'OPERATOR', 'PROVIDER',
    'BUYER')),
  -- What goes back of the tip, of the fee and of its VAT, in the tip's currency; amount_minor is what the fan
  -- gets.
  tip_minor bigint not null default 0 check (tip_minor >= 0),
  service_fee_minor bigint not null default 0 check (service_fee_minor >= 0),
  vat_minor bigint not null default 0 check (vat_minor >= 0),
  -- The part of tip_minor that the platform pays, because the creator has too little. For a redeemed voucher it is
  -- in the creator's currency.
  goodwill_minor bigint not null default 0 check (goodwill_minor >= 0),
  -- The provider's own name of a refund that was made in its back office, by its own staff or by an operator.
  provider_refund_ref text,
  -- The provider has no call for it: an operator makes it there by hand.
  left_to_operator_at timestamptz,
  -- A refund that was made, and failed days later; null for one that was never made.
  failed_late_at timestamptz,
  constraint refunds_failed_late_check check (failed_late_at is null or status = 'FAILED' and done_at is not null),
  check (left_to_operator_at is null or (asked_by not in ('PRODUCT', 'PROVIDER'))),
  check (provider_refund_ref is not null or asked_by <> 'PROVIDER'),
  check (provider_refund_ref is null or asked_by = 'PROVIDER' or left_to_operator_at is not null)
);
create index refunds_payment_idx on refunds (payment_id);
create unique index refunds_provider_refund_key on refunds (payment_id,
  provider_refund_ref) where provider_refund_ref is not null;
create index refunds_open_idx on refunds (requested_at) where status = 'REQUESTED';
create index refunds_left_to_operator_idx on refunds (left_to_operator_at) where status = 'REQUESTED'
  and left_to_operator_at is not null;
create index refunds_done_idx on refunds (done_at, id) where status = 'DONE';
create index refunds_failed_late_idx on refunds (failed_late_at, id) where failed_late_at is not null;

create table refund_parts (
  refund_id uuid not null references refunds,
  allocation_id uuid not null references tip_allocations,
  amount_minor bigint not null check (amount_minor > 0),
  from_pending_minor bigint not null check (from_pending_minor >= 0),
  from_available_minor bigint not null check (from_available_minor >= 0),
  goodwill_minor bigint not null check (goodwill_minor >= 0),
  primary key (refund_id, allocation_id),
  check ((from_pending_minor + from_available_minor + goodwill_minor) = amount_minor)
);
create index refund_parts_allocation_idx on refund_parts (allocation_id);

-- Refunds that were made and failed later, one row for each name that its provider gave it. What had left suspense
-- by the refund comes back by an exit of its own.
create table refund_failures (
  id uuid primary key,
  payment_id uuid not null,
  -- The refund's id, or the provider's own name of it.
  reference text not null,
  currency char(3) not null references currencies,
  amount_minor bigint not null check (amount_minor > 0),
  failed_at timestamptz not null,
  seen_at timestamptz,
  seen_by uuid references users,
  unique (payment_id, reference),
  check ((seen_at is null) = (seen_by is null))
);
create index refund_failures_unseen_idx on refund_failures (failed_at, id) where seen_at is null;

-- What a provider gave back beyond what was left.
create table refunds_beyond (
  id uuid primary key,
  payment_id uuid not null references payments,
  provider_refund_ref text not null,
  currency char(3) not null references currencies,
  amount_minor bigint not null check (amount_minor > 0),
  booked_at timestamptz not null,
  unique (payment_id, provider_refund_ref)
);

-- Money that matches nothing: its source, how much of it is left and what was tried (docs/money.md, 4). Refunds of
-- a provider's back office may exceed what was left.
create table suspense_entries (
  -- Without a foreign key: the payment may be missing in our books.
  payment_id uuid primary key,
  provider text not null,
  provider_ref text not null,
  currency char(3) not null,
  received_minor bigint not null check (received_minor > 0),
  left_minor bigint not null,
  reason text not null check (reason in ('second_success', 'receiver_cannot_receive', 'other_amount',
    'unknown_payment')),
  received_at timestamptz not null,
  -- The fan's bank claims money of a payment that is not in our books; for others the disputes say so.
  is_contested boolean not null default false,
  -- The last refund that the provider was sent.
  refund_id uuid unique,
  refund_minor bigint check (refund_minor > 0),
  refund_status text check (refund_status in ('REQUESTED', 'DONE', 'FAILED')),
  refund_asked_at timestamptz,
  check (left_minor between 0 and received_minor),
  check (num_nulls(refund_id, refund_minor, refund_status, refund_asked_at) in (0, 4))
);
create index suspense_entries_left_idx on suspense_entries (received_at, payment_id) where left_minor > 0;
create index suspense_entries_provider_idx on suspense_entries (provider, provider_ref);

-- Each way out of suspense is a row of its own.
create table suspense_exits (
  id uuid primary key,
  payment_id uuid not null references suspense_entries,
  kind text not null check (kind in ('REFUNDED', 'REFUNDED_ELSEWHERE', 'RETURNED_BY_PROVIDER', 'RETURNED_BY_BANK',
    'KEPT', 'DISPUTE_LOST', 'DISPUTE_REVERSED', 'REFUND_FAILED')),
  -- Below zero where a reversed dispute or a failed refund brought it back.
  amount_minor bigint not null,
  -- What went out although it was no longer there, at the platform's expense.
  beyond_minor bigint not null default 0,
  -- What an operator had recorded as returned by the provider, and the provider now confirms.
  confirms_minor bigint not null default 0 check (confirms_minor >= 0),
  reference text not null,
  operator_id uuid references users,
  reason text,
  at timestamptz not null,
  check ( case when kind in ('DISPUTE_REVERSED', 'REFUND_FAILED') then greatest(amount_minor,
    beyond_minor) <= 0 else least(amount_minor, beyond_minor) >= 0 end)
);
create index suspense_exits_payment_idx on suspense_exits (payment_id);
create unique index suspense_exits_refund_key on suspense_exits (payment_id, reference) where kind in ('REFUNDED',
  'REFUNDED_ELSEWHERE');
-- Finds what was in suspense last without a read of all.
create index suspense_exits_at_idx on suspense_exits (at, id);
create unique index suspense_exits_failure_key on suspense_exits (payment_id, reference) where kind = 'REFUND_FAILED';

create function has_moved_money(payment uuid) returns boolean
language sql stable set search_path = public, pg_temp as $$
select exists (select from payments p where p.id = payment and (
    p.settled_at is not null or p.status not in ('CREATED', 'REDIRECTED', 'FAILED')))
  or exists (select from refunds r where r.payment_id = payment)
  or exists (select from disputes d where d.payment_id = payment)
  or exists (select from ledger_transaction t where t.reference = 'payment:' || payment)
$$;

create function refuse_change_of_money() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' and exists (select from payments p where p.id = old.payment_id)
    and not has_moved_money(old.payment_id) then return old;
  end if;
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- The history of a payment stays for ever if money ever moved, and the application's role may delete none of it.
-- Only this function forgets tips that ended unpaid, with their payments; what brought money, or is in the books,
-- it leaves.
create function forget_unpaid_tips(given uuid[], ended_before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten uuid[];
  gone integer;
begin
  -- The tip first, as its settlement does.
  perform from tips t where t.id = any(given) order by t.id for update;
  perform from payments p where p.tip_id = any(given) order by p.id for update;
  select array_agg(t.id) into forgotten from tips t
  where t.id = any(given) and t.status = 'EXPIRED' and t.paid_at is null and t.updated_at < ended_before
    and not exists (select from payments p where p.tip_id = t.id and has_moved_money(p.id))
    and not exists (select from tip_allocations a where a.tip_id = t.id);
  delete from payment_events e using payments p where e.payment_id = p.id and p.tip_id = any(forgotten);
  delete from payments where tip_id = any(forgotten);
  delete from tips where id = any(forgotten);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function forget_unpaid_tips(uuid[], timestamptz) from public;

-- Unpaid vouchers end as tips do: they lapse, are emptied, and go with their payments.
create function forget_unpaid_vouchers(given uuid[], ended_before timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten uuid[];
  gone integer;
begin
  -- The voucher first, as its settlement does.
  perform from vouchers v where v.id = any(given) order by v.id for update;
  perform from payments p where p.voucher_id = any(given) order by p.id for update;
  select array_agg(v.id) into forgotten from vouchers v
  where v.id = any(given) and v.status = 'LAPSED' and v.updated_at < ended_before
    and not exists (select from payments p where p.voucher_id = v.id and has_moved_money(p.id))
    and not exists (select from voucher_redemptions r where r.voucher_id = v.id)
    and not exists (select from tips t where t.voucher_id = v.id);
  delete from payment_events e using payments p where e.payment_id = p.id and p.voucher_id = any(forgotten);
  delete from payments where voucher_id = any(forgotten);
  delete from vouchers where id = any(forgotten);
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function forget_unpaid_vouchers(uuid[], timestamptz) from public;

create trigger payment_events_rows_stay before update or delete on payment_events
  for each row execute function refuse_change_of_money();
