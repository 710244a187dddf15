-- Checkpoints of the books, and the runs of their checks.

-- A checkpoint fixes the books up to a transaction (docs/money.md, 4): a hash of the transfers, and one of what
-- was paid and paid out (docs/decisions/070), which stays in the rows of payments, shares and payouts.
create table ledger_checkpoints (
  id bigint primary key,
  previous bigint unique references ledger_checkpoints,
  after_transaction bigint not null,
  upto_transaction bigint not null unique,
  transactions_count bigint not null,
  transfers_count bigint not null,
  hash bytea not null,
  taken_at timestamptz not null,
  causes_hash bytea not null,
  check (upto_transaction > after_transaction),
  check ((previous is null) = (id = 1) and (id = 1 or previous = (id - 1)))
);

-- All accounts of creators of a code and currency are one; the owner is a country of VAT or a provider of
-- clearing.
create table ledger_checkpoint_sums (
  checkpoint_id bigint not null references ledger_checkpoints,
  code text not null,
  owner text not null,
  currency char(3) not null references currencies,
  debits bigint not null,
  credits bigint not null,
  primary key (checkpoint_id, code, owner, currency)
);

-- Each account's sums up to the last checkpoint.
create table ledger_account_marks (
  account_id bigint primary key references ledger_account,
  debits bigint not null,
  credits bigint not null
);

create table ledger_check_runs (
  id uuid primary key,
  extent text not null check (extent in ('DELTA', 'FULL')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Which transactions were compared with their causes, and how many they were.
  after_transaction bigint not null,
  upto_transaction bigint not null,
  transactions_count bigint not null,
  checks_count integer not null,
  -- What was found, by check: how many rows, and the first of them.
  faults jsonb not null,
  chain_id bigint,
  chain_hash bytea
);
create index ledger_check_runs_extent_idx on ledger_check_runs (extent, finished_at);
create index ledger_check_runs_finished_idx on ledger_check_runs (finished_at, id);
