-- Notices about content, their decisions, and complaints about these (docs/product.md, 6.14).
create table content_cases (
  id uuid primary key,
  number bigint generated always as identity unique,
  -- An address of ours, or the text that was written instead of one.
  target text not null,
  -- The creator of the content, if the address has one.
  creator_id uuid references users,
  reason text not null check (reason in ('HATE', 'CHILD_ABUSE', 'RIGHTS', 'FRAUD', 'PRIVACY', 'OTHER')),
  explanation text not null,
  reporter_name text,
  reporter_email text,
  locale text not null,
  status text not null check (status in ('OPEN', 'DECIDED', 'COMPLAINT')),
  -- Since when an operator is needed; null otherwise.
  waiting_since timestamptz,
  received_at timestamptz not null,
  changed_at timestamptz not null,
  is_emptied boolean not null default false,
  check ((waiting_since is null) = (status = 'DECIDED')),
  check ((reporter_name is null) = (reporter_email is null) or is_emptied)
);
create index content_cases_waiting_idx on content_cases (waiting_since, id) where waiting_since is not null;
create index content_cases_received_idx on content_cases (received_at, id);
create index content_cases_creator_idx on content_cases (creator_id) where creator_id is not null;
create index content_cases_kept_idx on content_cases (changed_at, id) where waiting_since is null and not is_emptied;

-- A creator's links to a case become void with the address that they were mailed to; that the creator was notified
-- stays known.
create table content_case_links (
  token_hash bytea primary key,
  case_id uuid not null references content_cases,
  side text not null check (side in ('REPORTER', 'CREATOR')),
  made_at timestamptz not null,
  is_void boolean not null default false
);
create index content_case_links_case_idx on content_case_links (case_id);

create table content_complaints (
  id uuid primary key,
  case_id uuid not null references content_cases,
  side text not null check (side in ('REPORTER', 'CREATOR')),
  text text not null,
  made_at timestamptz not null,
  unique (case_id, side),
  unique (id, case_id)
);

create table content_decisions (
  id uuid primary key,
  case_id uuid not null references content_cases,
  -- What it answers; null for the notice itself.
  complaint_id uuid unique,
  decision text not null check (decision in ('NO_ACTION', 'REMOVED', 'RESTRICTED')),
  reasons text not null,
  decided_by uuid not null references users,
  decided_at timestamptz not null,
  complaints_until timestamptz not null,
  constraint content_decisions_complaint_agrees foreign key (complaint_id, case_id)
    references content_complaints (id, case_id)
);
create index content_decisions_case_idx on content_decisions (case_id, decided_at);
create unique index content_decisions_first_key on content_decisions (case_id) where complaint_id is null;
