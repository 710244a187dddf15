-- The built-in sandbox provider's own tables, in a schema of their own: the product's tables never refer to them.
-- Personal data of the payer stays out: of a card or an account only the last four figures are kept.

create schema sandbox;

create table sandbox.payments (
  ref text primary key check (ref ~ '^pay_[0-9a-f]{32}$'),
  -- The address of the hosted page; readable, because a repeated create answers it again.
  page_token text not null unique check (length(page_token) = 43),
  -- The merchant's id is the idempotency key; the hash tells a repeated create from another one.
  payment_id text not null unique check (length(payment_id) between 1 and 64),
  body_hash text not null check (length(body_hash) = 64),
  type text not null check (type in ('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text not null check (length(description) <= 200),
  locale text not null check (locale ~ '^[a-z]{2}$'),
  success_url text not null,
  failed_url text not null,
  notice_url text not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'PROCESSING', 'PAID', 'FAILED', 'CANCELLED',
    'EXPIRED')),
  instrument text check (length(instrument) <= 40),
  failure_code text,
  -- The second step: since when it is due, and how many codes were wrong.
  challenged_at timestamptz,
  challenge_tries smallint not null default 0 check (challenge_tries >= 0),
  -- What happens by itself, and when.
  ending text check (ending in ('PAID', 'FAILED', 'FAILED_THEN_PAID')),
  ending_at timestamptz,
  dispute_plan text check (dispute_plan in ('WON', 'LOST')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  ended_at timestamptz,
  constraint paid_has_time check ((state = 'PAID') = (paid_at is not null)),
  constraint ended_has_time check ((state in ('OPEN', 'PROCESSING')) = (ended_at is null)),
  constraint failure_has_code check ((state = 'FAILED') = (failure_code is not null)),
  constraint ending_has_time check ((ending is null) = (ending_at is null)),
  -- A transfer under way always ends by itself; after a failure its money may still arrive.
  constraint processing_ends check (state <> 'PROCESSING' or ending is not null),
  constraint ending_is_ahead check (ending is null or (state in ('PROCESSING', 'FAILED')))
);
create index payments_ending_due on sandbox.payments (ending_at) where ending is not null;
create index payments_expiry_due on sandbox.payments (expires_at) where state = 'OPEN';
create index sandbox_payments_unpaid_idx on sandbox.payments (created_at, ref) where state in ('FAILED', 'CANCELLED',
  'EXPIRED');

create table sandbox.refunds (
  refund_id text primary key check (length(refund_id) between 1 and 64),
  payment_ref text not null references sandbox.payments,
  amount_minor bigint not null check (amount_minor > 0),
  state text not null check (state in ('PENDING', 'DONE', 'FAILED')),
  created_at timestamptz not null
);
create index refunds_payment on sandbox.refunds (payment_ref);

create table sandbox.disputes (
  dispute_ref text primary key check (dispute_ref ~ '^dp_[0-9a-f]{32}$'),
  payment_ref text not null unique references sandbox.payments,
  amount_minor bigint not null check (amount_minor > 0),
  -- Only this provider knows SCHEDULED; the merchant sees a dispute once it is open.
  state text not null check (state in ('SCHEDULED', 'OPEN', 'WON', 'LOST')),
  outcome text not null check (outcome in ('WON', 'LOST')),
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  constraint closes_after_opening check (closes_at >= opens_at),
  constraint closed_as_planned check ((state in ('SCHEDULED', 'OPEN')) or state = outcome)
);
create index disputes_opening_due on sandbox.disputes (opens_at) where state = 'SCHEDULED';
create index disputes_closing_due on sandbox.disputes (closes_at) where state = 'OPEN';

create table sandbox.notices (
  event_id text primary key check (event_id ~ '^evt_[0-9a-f]{32}$'),
  payment_ref text not null references sandbox.payments,
  kind text not null check (kind ~ '^[a-z]+\.[a-z]+$'),
  -- The exact text that is sent, each time the same; only the signature is made afresh.
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  delivered_at timestamptz,
  given_up_at timestamptz,
  constraint one_ending check (delivered_at is null or given_up_at is null)
);
create index notices_payment on sandbox.notices (payment_ref);
create index notices_due on sandbox.notices (due_at) where delivered_at is null and given_up_at is null;
create index sandbox_notices_created_idx on sandbox.notices (created_at, event_id);
