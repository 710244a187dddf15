-- Statements of our bank, and how they agree with the books.

-- Statements (camt.053) and notices (camt.054) of our bank. Banks use a statement's name again in another year,
-- and send one statement in pages: name, currency, closing day (of a notice the moment of writing), page and
-- importer identify it. A false statement thus blocks the true one of its name only for its importer.
create table bank_statements (
  id uuid primary key,
  kind text not null check (kind in ('camt.053', 'camt.054')),
  account_iban text not null,
  statement_ref text not null,
  sequence text,
  content_sha256 bytea not null,
  currency char(3) not null,
  -- A notice has no balances.
  opening_minor bigint,
  closing_minor bigint,
  debits_minor bigint not null,
  credits_minor bigint not null,
  imported_by uuid not null references users,
  imported_at timestamptz not null,
  closing_on date,
  issue text,
  page integer check (page >= 0),
  constraint bank_statements_identity_key unique nulls not distinct (account_iban, kind, currency, statement_ref,
    issue, page, imported_by),
  check ((opening_minor is null) = (closing_minor is null)),
  check ((opening_minor - debits_minor + credits_minor) = closing_minor)
);
create index bank_statements_imported_idx on bank_statements (imported_at desc, id desc);
create index bank_statements_days_idx on bank_statements (account_iban, currency,
  closing_on) where opening_minor is not null;
create index bank_statements_content_idx on bank_statements (content_sha256);

-- Each booking once, with its match.
create table bank_entries (
  id uuid primary key,
  statement_id uuid not null references bank_statements,
  position integer not null,
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  booked_on date not null,
  is_return boolean not null,
  end_to_end_ref text,
  bank_ref text,
  -- "DE•• •••• 3000": enough to recognise it, not enough to use it.
  masked_account text,
  -- Only of what waits for an operator: the text of the booking, or the bank's reason.
  words text,
  -- Identifies the same booking in another of the bank's files.
  fingerprint bytea not null,
  outcome text not null check (outcome in ('PAID', 'RETURNED', 'REPORTED', 'KNOWN', 'SETTLEMENT', 'REPEATED',
    'EXCEPTION')),
  payout_id uuid references payouts,
  batch_id uuid references payout_batches,
  settlement_id uuid references settlements,
  transfer_id uuid references settlement_events,
  unique (statement_id, position),
  constraint bank_entries_transfer_agrees foreign key (transfer_id, settlement_id) references settlement_events (id,
    settlement_id)
);
alter table settlement_exceptions add foreign key (entry_id) references bank_entries;
create index bank_entries_payout_idx on bank_entries (payout_id) where payout_id is not null;
create index bank_entries_batch_idx on bank_entries (batch_id) where batch_id is not null;
create index bank_entries_settlement_idx on bank_entries (settlement_id) where settlement_id is not null;
create index bank_entries_fingerprint_idx on bank_entries (fingerprint);
create index bank_entries_transfer_idx on bank_entries (transfer_id) where transfer_id is not null;
create index bank_entries_unmatched_idx on bank_entries (currency, amount_minor) where outcome = 'EXCEPTION';
create index bank_entries_returned_idx on bank_entries (payout_id) where outcome = 'RETURNED';

-- A booking that matches nothing waits for an operator, and posts nothing.
create table bank_exceptions (
  entry_id uuid primary key references bank_entries,
  reason text not null check (reason in ('unknown', 'amount', 'account', 'not_at_bank', 'told_twice', 'details')),
  opened_at timestamptz not null,
  settled_by uuid references users,
  settled_at timestamptz,
  settled_reason text,
  transfer_id uuid references settlement_events,
  check ( case when transfer_id is null then num_nulls(settled_by, settled_at, settled_reason) in (0,
    3) else settled_at is not null and num_nonnulls(settled_by, settled_reason) = 0 end)
);
create index bank_exceptions_open_idx on bank_exceptions (opened_at, entry_id) where settled_at is null;

-- A statement that does not begin where the one before it ended has a gap before it, which ends by itself when the
-- missing statement is imported.
create table bank_gaps (
  id uuid primary key,
  statement_id uuid not null references bank_statements,
  before_id uuid not null references bank_statements,
  expected_minor bigint not null,
  found_minor bigint not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  settled_by uuid references users,
  settled_at timestamptz,
  settled_reason text,
  unique (statement_id, before_id),
  check (found_minor <> expected_minor),
  check (num_nulls(settled_by, settled_at, settled_reason) in (0, 3))
);
create index bank_gaps_open_idx on bank_gaps (opened_at, id) where settled_at is null and closed_at is null;
