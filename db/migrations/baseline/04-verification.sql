-- Documents of creators, their tax details and VAT ids.

create table verification_documents (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('mediafile_pass', 'mediafile_passback', 'mediafile_shootout',
    'mediafile_invoice')),
  content_type text not null check (content_type in ('image/webp', 'application/pdf')),
  byte_count integer not null check (byte_count > 0),
  created_at timestamptz not null,
  unique (user_id, kind)
);
create index verification_documents_created_at_idx on verification_documents (created_at);

-- One row each time that a creator submits documents; open until an operator decides.
create table verification_cases (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  submitted_at timestamptz not null,
  decision text check (decision in ('ACCEPTED', 'DECLINED')),
  -- For a decline: what was wrong with which document.
  reasons jsonb not null default '{}',
  operator_id uuid references users,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null))
);
create unique index verification_cases_open_key on verification_cases (user_id) where decision is null;
create index verification_cases_queue_idx on verification_cases (submitted_at, id) where decision is null;
create index verification_cases_user_idx on verification_cases (user_id, submitted_at);

-- The log stays when the document is deleted.
create table document_views (
  id bigint generated always as identity primary key,
  document_id uuid not null,
  user_id uuid not null references users,
  kind text not null,
  viewer_id uuid not null references users,
  at timestamptz not null
);
create index document_views_user_idx on document_views (user_id, id);

-- What the report of DAC7 needs beside the profile. The tax number is encrypted; at the deletion of an account,
-- name, address and date of birth join it.
create table seller_tax_details (
  user_id uuid primary key references users,
  kind text not null check (kind in ('PERSON', 'COMPANY')),
  -- Null where no number is issued, and of a deleted account.
  masked_tin text,
  encrypted bytea not null,
  changed_at timestamptz not null,
  -- When the account was deleted: its profile is in the encrypted part.
  left_at timestamptz
);
create index seller_tax_details_left_idx on seller_tax_details (left_at, user_id) where left_at is not null;

-- Which creators the report of DAC7 is about.
create table seller_notices (
  id uuid primary key,
  creator_id uuid not null references users,
  year integer not null,
  -- BELOW: it was near once, and refunds took it back.
  state text not null check (state in ('BELOW', 'NEAR', 'REPORTABLE')),
  activities integer not null check (activities >= 0),
  -- In EUR; refunds may make it negative.
  credited_minor bigint not null,
  judged_at timestamptz not null,
  mails_count smallint not null default 0,
  mailed_at timestamptz,
  unique (creator_id, year),
  check ((mails_count = 0) = (mailed_at is null))
);
create index seller_notices_year_idx on seller_notices (year, creator_id);
create index seller_notices_judged_idx on seller_notices (judged_at, id);

-- Answers of VIES about VAT ids (docs/product.md, 7.5): checked once for each id that is
-- saved, and again when the answer is old. An answer stays as it is, and joins the chain.
create table vat_id_checks (
  id bigint generated always as identity primary key,
  creator_id uuid not null references users,
  vat_id text not null,
  state text not null default 'UNCHECKED' check (state in ('UNCHECKED', 'VALID', 'INVALID')),
  request_identifier text,
  name text,
  address text,
  asked_at timestamptz not null,
  checked_at timestamptz,
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  check ((state = 'UNCHECKED') = (checked_at is null)),
  check (state <> 'UNCHECKED' or coalesce(request_identifier, name, address) is null)
);
create unique index vat_id_checks_open_idx on vat_id_checks (creator_id) where state = 'UNCHECKED';
create index vat_id_checks_due_idx on vat_id_checks (due_at) where state = 'UNCHECKED';
create index vat_id_checks_newest_idx on vat_id_checks (creator_id, vat_id, id) where state <> 'UNCHECKED';

create trigger vat_id_checks_answers_stay before update or delete on vat_id_checks
  for each row when (old.state <> 'UNCHECKED') execute function refuse_change();
