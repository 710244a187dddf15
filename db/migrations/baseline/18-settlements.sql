-- How providers settle with us.

-- Provider files. The same file twice is one settlement.
create table settlements (
  id uuid primary key,
  provider text not null,
  file_sha256 bytea not null,
  rows_count integer not null check (rows_count > 0),
  -- {"EUR": {"gross_minor": 5595, "fee_minor": 100}}
  totals jsonb not null,
  -- The references that match no payment of ours.
  unknown_references jsonb not null,
  imported_by uuid not null references users,
  imported_at timestamptz not null,
  unique (provider, file_sha256)
);

-- What a provider has settled, row by row: each payment once in a currency, in whatever file it comes again.
create table settlement_rows (
  provider text not null,
  currency char(3) not null references currencies,
  reference text not null,
  settlement_id uuid not null references settlements,
  primary key (provider, currency, reference)
);
create index settlement_rows_settlement_idx on settlement_rows (settlement_id);

-- Events of provider files: each once, in whatever file it comes again.
create table settlement_events (
  id uuid primary key,
  settlement_id uuid not null references settlements,
  provider text not null,
  -- The provider's own name of the event.
  event_ref text not null,
  kind text not null check (kind in ('PAYMENT', 'REFUND', 'DISPUTE', 'DISPUTE_REVERSED', 'PAYMENT_FAILED',
    'REFUND_FAILED', 'CHARGEBACK_FEE', 'FEE', 'CHARGEBACK_FEE_RETURNED', 'FEE_RETURNED', 'TRANSFER', 'COLLECTION',
    'CONVERSION')),
  -- The provider's own names of the payment, and of the refund, dispute or transfer.
  payment_ref text,
  reference text,
  currency char(3) not null references currencies,
  gross_minor bigint not null check (gross_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  -- What a conversion brought.
  other_currency char(3) references currencies,
  other_minor bigint check (other_minor > 0),
  occurred_on date not null,
  -- Whether the gross, less the fee, came to our bank by it: transfers, and payments of files without transfers.
  reaches_bank boolean not null,
  outcome text not null check (outcome in ('TAKEN', 'EXCEPTION')),
  unique (provider, event_ref),
  unique (id, settlement_id),
  check ((kind = 'CONVERSION') = (other_currency is not null)),
  check ((other_currency is null) = (other_minor is null)),
  check (not reaches_bank or (kind in ('PAYMENT', 'TRANSFER')) and fee_minor <= gross_minor)
);
create index settlement_events_settlement_idx on settlement_events (settlement_id, id);
create index settlement_events_payment_idx on settlement_events (provider, payment_ref) where payment_ref is not null;
-- A bank changes the letters of a transfer's name.
create index settlement_events_transfer_name_idx on settlement_events (lower(reference)) where kind in ('TRANSFER',
  'COLLECTION');
create index settlement_events_transfer_amount_idx on settlement_events (currency,
  gross_minor) where kind in ('TRANSFER', 'COLLECTION');
create index settlement_events_fee_idx on settlement_events (provider, reference) where kind in ('FEE',
  'FEE_RETURNED', 'CHARGEBACK_FEE', 'CHARGEBACK_FEE_RETURNED');

-- What became of an event after it was read: our books knew it later, and it was taken in, or two operators
-- reversed its posting. Each once, and each posts on its own.
create table settlement_event_acts (
  event_id uuid not null references settlement_events,
  act text not null check (act in ('TAKEN', 'REVERSED')),
  acted_at timestamptz not null,
  -- Null where the product found that our books know it by now.
  operator_id uuid references users,
  reason text,
  primary key (event_id, act),
  check ((act = 'TAKEN' or reason is not null) and (reason is null or operator_id is not null)),
  check (act = 'TAKEN' or operator_id is not null)
);
create index settlement_event_acts_time_idx on settlement_event_acts (acted_at);

-- What our books do not know, or know otherwise, waits for an operator and posts nothing. So does what a file may
-- not post by itself (docs/decisions/064).
create table settlement_exceptions (
  id uuid primary key,
  settlement_id uuid not null references settlements,
  event_id uuid not null references settlement_events,
  reason text not null check (reason in ('unknown_payment', 'unknown_refund', 'unknown_dispute', 'payment_state',
    'refund_state', 'dispute_state', 'amount', 'currency', 'told_twice', 'other_facts', 'not_at_bank', 'fee_bound',
    'fee_not_kept', 'conversion_rate', 'not_held')),
  -- What our books have instead.
  known_minor bigint,
  known_currency char(3),
  -- What a later file says of the event, if it differs.
  said jsonb,
  -- A transfer is awaited until then.
  opened_at timestamptz not null,
  settled_by uuid references users,
  settled_at timestamptz,
  settled_reason text,
  -- The bank's booking by which it settled itself.
  entry_id uuid,
  constraint settlement_exceptions_settled_check check ((num_nonnulls(settled_by, settled_reason) in (0, 2))
    and (settled_at is not null or num_nonnulls(settled_by, settled_reason, entry_id) = 0) and (entry_id is null
    or settled_by is null)),
  check ((known_minor is null) = (known_currency is null)),
  check ((reason = 'other_facts') = (said is not null)),
  check (entry_id is null or reason = 'not_at_bank')
);
create index settlement_exceptions_open_idx on settlement_exceptions (opened_at, id) where settled_at is null;
create index settlement_exceptions_settlement_idx on settlement_exceptions (settlement_id);
create unique index settlement_exceptions_said_key on settlement_exceptions (event_id,
  md5(said::text)) where said is not null;
create unique index settlement_exceptions_entry_key on settlement_exceptions (entry_id) where entry_id is not null;
create unique index settlement_exceptions_event_key on settlement_exceptions (event_id,
  (reason = 'not_at_bank')) where said is null;

-- A provider's events, while an operator looks at what they would post. Deleted after a day.
create table settlement_previews (
  id uuid primary key,
  provider text not null,
  -- Compressed before encryption.
  events_encrypted bytea not null,
  rows_count integer not null check (rows_count > 0),
  made_by uuid not null references users,
  made_at timestamptz not null,
  -- What the operator saw of a file is what is imported; null shows it once more.
  judged_sha256 bytea
);
create index settlement_previews_made_idx on settlement_previews (made_at, id);
