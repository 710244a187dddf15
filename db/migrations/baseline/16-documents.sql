-- Numbered documents: statements of payouts and months, credit notes, and their cancellations.

-- Numbers without gaps: the next one is taken in the transaction that uses it, under this row's lock.
create table document_series (
  name text primary key,
  last_number bigint not null default 0
);

-- The issuer of documents since a time, so that old receipts go on naming theirs.
create table issuers (
  since timestamptz primary key,
  lines text[] not null
);

-- Each statement keeps the part of the books that it lists.
create table payout_statements (
  payout_id uuid primary key references payouts,
  number bigint not null unique,
  -- Everything on the document, as it was when it was issued.
  facts jsonb not null,
  issued_at timestamptz not null,
  covers tstzmultirange not null
);

-- A payout that came back cancels its statement by a document numbered in the same series. What the cancelled one
-- listed is listed again (docs/product.md, 7.5).
create table statement_cancellations (
  payout_id uuid primary key references payout_statements,
  number bigint not null unique,
  -- Everything on the document, as it was when it was issued.
  facts jsonb not null,
  issued_at timestamptz not null
);

-- A creator's movements in a month, one statement for each currency.
create table month_statements (
  creator_id uuid not null references users,
  currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
  -- "2026-10", in Berlin.
  month char(7) not null,
  number bigint not null unique,
  -- Everything on the document, as it was when it was issued.
  facts jsonb not null,
  issued_at timestamptz not null,
  primary key (creator_id, month, currency)
);
-- Finds a deleted account by the name on its statements.
create index month_statements_name_idx on month_statements (lower((facts -> 'creator') ->> 'name'));
create index month_statements_company_idx on month_statements (lower((facts -> 'creator') ->> 'company'))
  where ((facts -> 'creator') ->> 'company') is not null;

-- Credit notes for fees that went back with their VAT, in a series of their own; the refund has the figures.
create table credit_notes (
  refund_id uuid primary key references refunds,
  number bigint not null unique check (number > 0),
  issued_at timestamptz not null
);

-- A credit note with a refund that failed later is cancelled by a document with a number of the same series.
create table credit_note_cancellations (
  refund_id uuid primary key references credit_notes,
  number bigint not null unique check (number > 0),
  issued_at timestamptz not null
);
