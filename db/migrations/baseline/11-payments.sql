-- Payments, their history and provider events, and what each creator gets of them.

-- 12 characters of Crockford's alphabet, 60 random bits. The bytes of a random UUID that hold version and variant
-- are left out.
create function new_receipt_number() returns text language sql set search_path = pg_catalog as $$
select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(bytes, place) & 31), 1), '')
from uuid_send(gen_random_uuid()) as bytes, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14]) as place
$$;

create table payments (
  id uuid primary key,
  purpose text not null check (purpose in ('TIP', 'VOUCHER')),
  tip_id uuid,
  type text not null check (type in ('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')),
  provider text not null,
  provider_ref text,
  redirect_url text,
  status text not null default 'CREATED' check (status in ('CREATED', 'REDIRECTED', 'PROCESSING', 'SUCCESS',
    'FAILED', 'REFUNDED', 'CHARGEBACK')),
  failure_reason text check (failure_reason in ('cancelled', 'declined', 'expired', 'error')),
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  service_fee_minor bigint not null check (service_fee_minor >= 0),
  vat_minor bigint not null check (vat_minor >= 0),
  vat_rate_bps integer not null check (vat_rate_bps between 0 and 5000),
  country char(2) not null references countries (iso_3166_1),
  total_minor bigint not null,
  charged_minor bigint not null check (charged_minor > 0),
  charged_currency char(3) not null references currencies,
  rate numeric(24, 12) not null check (rate > 0),
  rate_date date not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- Printed on a receipt in place of the payment's id: it opens nothing.
  receipt_number text not null default new_receipt_number(),
  service_fee_bps integer not null check (service_fee_bps between 0 and 10000),
  -- In the order in which they joined, as it was when the payment began.
  member_ids uuid[] check (cardinality(member_ids) between 1 and 50),
  voucher_id uuid,
  unique (provider, provider_ref),
  constraint payments_for_voucher check ((purpose = 'VOUCHER') = (voucher_id is not null)),
  constraint payments_for_one check (tip_id is null or voucher_id is null),
  constraint payments_tip_agrees foreign key (tip_id, currency, amount_minor) references tips (id, currency,
    amount_minor),
  constraint payments_voucher_agrees foreign key (voucher_id, currency, amount_minor) references vouchers (id,
    currency, amount_minor),
  check (total_minor = (amount_minor + service_fee_minor + vat_minor)),
  check (charged_currency <> currency or charged_minor = total_minor),
  check ((status = 'FAILED') = (failure_reason is not null)),
  check ((status not in ('SUCCESS', 'REFUNDED', 'CHARGEBACK')) or settled_at is not null),
  check (purpose <> 'TIP' or tip_id is not null)
);
create index payments_tip_idx on payments (tip_id);
create index payments_open_idx on payments (created_at) where status in ('CREATED', 'REDIRECTED', 'PROCESSING');
-- A fan cannot be charged twice for one tip: only one payment of a tip may hold its money.
create unique index payments_one_success_per_tip on payments (tip_id) where status in ('SUCCESS', 'CHARGEBACK');
-- Operators look payments up by these.
create index payments_newest_idx on payments (created_at desc, id desc);
create unique index payments_by_receipt_number on payments (receipt_number);
create index payments_failed_idx on payments (created_at, failure_reason) where status = 'FAILED';
create index payments_voucher_idx on payments (voucher_id) where voucher_id is not null;
create unique index payments_one_success_per_voucher on payments (voucher_id) where status in ('SUCCESS',
  'CHARGEBACK');

create table payment_events (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payments,
  kind text not null,
  detail jsonb not null default '{}',
  at timestamptz not null
);
create index payment_events_payment_idx on payment_events (payment_id, id);

-- The source of payment starts, for a day: keyed hashes of address and network, to notice tests of stolen cards.
-- The result is kept here, so that the last ones are summed up without a look at each payment (docs/product.md,
-- 4.5).
create table payment_starts (
  payment_id uuid primary key references payments on delete cascade,
  -- A tip's or a voucher's.
  order_id uuid not null,
  -- A creator's or a group's.
  receiver_id uuid not null,
  address_hash bytea not null,
  network_hash bytea not null,
  started_at timestamptz not null,
  result text not null default 'OPEN' check (result in ('OPEN', 'PAID', 'DECLINED', 'NEUTRAL')),
  -- Started with the button of a page under attack: once paid, it opens no gate for other starts.
  by_button boolean not null default false
);
create index payment_starts_order_idx on payment_starts (order_id);
create index payment_starts_address_idx on payment_starts (address_hash, started_at);
create index payment_starts_network_idx on payment_starts (network_hash, started_at);
create index payment_starts_receiver_idx on payment_starts (receiver_id, started_at);
create index payment_starts_started_at_idx on payment_starts (started_at);

-- Since when an order waits for its payment to be let through, and until when at the latest.
create table payment_waits (
  -- A tip's or a voucher's.
  order_id uuid primary key,
  since timestamptz not null,
  wait_until timestamptz not null,
  check (wait_until >= since)
);
create index payment_waits_since_idx on payment_waits (since);

-- Each open payment is looked up at its own next time (docs/product.md, 4.3).
create table payment_lookups (
  payment_id uuid primary key references payments on delete cascade,
  next_look_at timestamptz not null,
  looks integer not null,
  failures integer not null,
  last_error text
);
create index payment_lookups_due_idx on payment_lookups (next_look_at);

-- A provider event that could not be handled is tried again for days, each at its own next time.
create table provider_webhook_events (
  id uuid primary key,
  provider text not null,
  event_id text not null,
  kind text not null,
  provider_ref text not null,
  payment_id uuid not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  tries integer not null default 0,
  next_try_at timestamptz,
  last_error text,
  unique (provider, event_id)
);
create index provider_webhook_events_open_idx on provider_webhook_events (received_at) where handled_at is null;
create index provider_webhook_events_handled_idx on provider_webhook_events (handled_at, id);
create index provider_webhook_events_due_idx on provider_webhook_events (next_try_at) where handled_at is null;

-- A creator's share of a payment. What it counts for in the roll-ups is kept here (its worth in EUR at the day's
-- rate, and how much of it counts), so that exactly that is taken back.
create table tip_allocations (
  id uuid primary key,
  tip_id uuid not null,
  payment_id uuid not null references payments,
  creator_id uuid not null references users,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  pending_shard smallint,
  available_at timestamptz not null,
  released_at timestamptz,
  counted_minor bigint not null,
  worth_eur_minor bigint not null check (worth_eur_minor >= 0),
  -- The part that waiting_totals counts.
  pending_minor bigint not null,
  released_minor bigint,
  is_ranked boolean not null default true,
  unique (payment_id, creator_id),
  constraint tip_allocations_tip_agrees foreign key (tip_id, creator_id) references tips (id, creator_id),
  check (counted_minor between 0 and amount_minor),
  check (released_minor between 0 and amount_minor),
  check ((released_minor is not null) = (released_at is not null and pending_shard is not null))
);
create index tip_allocations_due_idx on tip_allocations (available_at) where released_at is null;
create index tip_allocations_tip_idx on tip_allocations (tip_id);
-- Used when an account is deleted and the sums of its creator are made anew.
create index tip_allocations_creator_idx on tip_allocations (creator_id);

create function payment_start_result(status text, failure_reason text) returns text immutable
return case
  when status = 'SUCCESS' then 'PAID'
  when status = 'FAILED' and failure_reason in ('declined', 'error') then 'DECLINED'
  when status in ('CREATED', 'REDIRECTED', 'FAILED') then 'OPEN'
  else 'NEUTRAL'
end;

-- Keeps the result, whatever changes a payment's status.
create function keep_payment_start_result() returns trigger language plpgsql as $$
begin
  update payment_starts set result = payment_start_result(new.status, new.failure_reason)
  where payment_id = new.id;
  return null;
end $$;

create trigger payment_start_result after update of status, failure_reason on payments
  for each row when (payment_start_result(old.status, old.failure_reason)
    is distinct from payment_start_result(new.status, new.failure_reason)) execute function keep_payment_start_result();
