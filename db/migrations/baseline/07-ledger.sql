-- The books (docs/money.md).

create table ledger_account (
  id bigint generated always as identity primary key,
  code text not null,
  owner text not null default '',
  currency char(3) not null references currencies,
  shard smallint not null default 0,
  normal_side text not null check (normal_side in ('DEBIT', 'CREDIT')),
  allows_negative boolean not null,
  keeps_balance boolean not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  constraint ledger_account_not_overdrawn check (allows_negative or normal_side = 'CREDIT' and credits >= debits
    or normal_side = 'DEBIT' and debits >= credits),
  constraint ledger_account_code_owner_currency_slot_key unique (code, owner, currency, shard),
  unique (id, currency),
  constraint ledger_account_clearing_has_provider check (code <> 'psp_clearing' or owner <> '')
);
create index ledger_account_owner_idx on ledger_account (owner, code) where owner <> '';

-- The row and the part of it that a transaction is posted for are columns, so that no reader parses them out of a
-- key.
create table ledger_transaction (
  id bigint generated always as identity primary key,
  kind text not null,
  idempotency_key text not null unique,
  body_hash bytea not null,
  reference text not null,
  reverses bigint unique references ledger_transaction,
  effective_at timestamptz not null,
  created_at timestamptz not null,
  cause text not null,
  cause_id uuid not null,
  cause_part text not null default '',
  -- Within the integers of JavaScript.
  constraint ledger_transaction_id_counted check (id between 1 and 9007199254740991)
);
-- The books are read by month. Rows are in the order of their time, so the smallest kind of index will do.
create index ledger_transaction_created_idx on ledger_transaction using brin (created_at);
create unique index ledger_transaction_cause_key on ledger_transaction (cause_id, kind, cause_part);
-- Postings are also looked up by the beginning of their reference: in byte order, whatever the language.
create index ledger_transaction_reference_pattern_idx on ledger_transaction (reference text_pattern_ops);

-- One row is one sentence, "from → to": debits equal credits by construction. The composite foreign keys exclude
-- mixed currencies in a row.
create table ledger_transfer (
  transaction_id bigint not null references ledger_transaction,
  seq smallint not null,
  debit_account bigint not null,
  credit_account bigint not null,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (transaction_id, seq),
  foreign key (debit_account, currency) references ledger_account (id, currency),
  foreign key (credit_account, currency) references ledger_account (id, currency),
  check (debit_account <> credit_account)
);
create index ledger_transfer_debit_order_idx on ledger_transfer (debit_account, transaction_id);
create index ledger_transfer_credit_order_idx on ledger_transfer (credit_account, transaction_id);

-- Correcting entries of two operators (docs/money.md, 3).
create table ledger_corrections (
  id uuid primary key,
  -- The accounts by their codes; the one of them that has an owner is this owner's.
  debit_code text not null check (debit_code in ('bank', 'own_funds', 'bank_fee', 'psp_clearing', 'vat_output',
    'suspense', 'goodwill', 'fx_position', 'creator_receivable', 'psp_fee', 'chargeback_fee', 'chargeback_loss',
    'exchange_difference', 'service_fee_revenue', 'breakage_revenue', 'creator_available')),
  credit_code text not null check (credit_code in ('bank', 'own_funds', 'bank_fee', 'psp_clearing', 'vat_output',
    'suspense', 'goodwill', 'fx_position', 'creator_receivable', 'psp_fee', 'chargeback_fee', 'chargeback_loss',
    'exchange_difference', 'service_fee_revenue', 'breakage_revenue', 'creator_available')),
  owner text not null,
  currency char(3) not null references currencies,
  amount_minor bigint not null check (amount_minor > 0),
  reference text not null check (reference <> ''),
  reason text not null check (reason <> ''),
  made_by uuid not null references users,
  -- Null where one operator works alone.
  approved_by uuid references users,
  posted_at timestamptz not null,
  check (debit_code <> credit_code),
  check (made_by <> approved_by)
);
create index ledger_corrections_time_idx on ledger_corrections (posted_at, id);
create index ledger_corrections_suspense_idx on ledger_corrections (currency) where debit_code = 'suspense'
  or credit_code = 'suspense';

-- Correcting entries that were reversed.
create table ledger_correction_reversals (
  correction_id uuid primary key references ledger_corrections,
  reason text not null check (reason <> ''),
  made_by uuid not null references users,
  approved_by uuid references users,
  reversed_at timestamptz not null,
  check (made_by <> approved_by)
);

create table journal_months (
  month date primary key check (extract(day from month) = 1),
  entries_count integer not null check (entries_count >= 0),
  closed_at timestamptz not null
);

create table journal_numbers (
  transaction_id bigint primary key references ledger_transaction,
  month date not null check (extract(day from month) = 1),
  number integer not null check (number > 0),
  unique (month, number)
);
