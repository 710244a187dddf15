-- Payout data, payouts, their monthly runs and the banks' batches.

-- One row each time that a creator enters payout data. What identifies an account is encrypted; the rest is for
-- lists.
create table payout_destinations (
  id uuid primary key,
  user_id uuid not null references users,
  status text not null default 'CODE_SENT' check (status in ('CODE_SENT', 'PENDING', 'ACCEPTED', 'DECLINED',
    'REPLACED')),
  encrypted bytea not null,
  bank_country char(2) references countries (iso_3166_1),
  has_paxum boolean not null,
  -- "DE•• •••• 3000": enough to recognise it, not enough to use it.
  masked_account text not null,
  code_expires_at timestamptz,
  code_tries_left smallint,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references users,
  decline_reason text,
  -- Which came first, an email change or payout data: by the database's clock and under the account's lock, since
  -- the clocks of several processes differ.
  recorded_at timestamptz not null default clock_timestamp(),
  confirmed_by uuid references users,
  unique (id, user_id),
  check ((status not in ('PENDING', 'ACCEPTED')) or confirmed_at is not null),
  check ((status = 'CODE_SENT') = (code_expires_at is not null)),
  check (confirmed_by <> decided_by)
);
create unique index payout_destinations_accepted_key on payout_destinations (user_id) where status = 'ACCEPTED';
create unique index payout_destinations_open_key on payout_destinations (user_id) where status in ('CODE_SENT',
  'PENDING');
create index payout_destinations_review_idx on payout_destinations (confirmed_at) where status = 'PENDING';
create index payout_destinations_user_idx on payout_destinations (user_id, created_at);
create index payout_destinations_kept_idx on payout_destinations (created_at, id) where status in ('DECLINED',
  'REPLACED', 'CODE_SENT');

-- A batch's file is made when it is released.
create table payout_batches (
  id uuid primary key,
  rail text not null check (rail in ('SEPA', 'BANK_CSV', 'PAXUM_CSV')),
  currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
  payouts_count integer not null check (payouts_count > 0),
  total_minor bigint not null check (total_minor > 0),
  file_name text,
  content_type text,
  -- Made once: each download gets the same bytes.
  file_encrypted bytea,
  file_sha256 bytea,
  created_by uuid not null references users,
  created_at timestamptz not null,
  worth_eur_minor bigint not null,
  file_payouts_count integer,
  file_total_minor bigint,
  released_by uuid references users,
  released_at timestamptz,
  fetched_at timestamptz,
  unique (id, rail, currency),
  check (released_by <> created_by),
  check ((released_at is null) = (file_encrypted is null))
);

create table payouts (
  id uuid primary key,
  creator_id uuid not null references users,
  currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  fee_vat_minor bigint not null check (fee_vat_minor >= 0),
  fee_vat_country char(2) references countries (iso_3166_1),
  net_minor bigint not null check (net_minor > 0),
  payout_type text not null check (payout_type in ('MONTHLY', 'MANUAL')),
  method text not null check (method in ('BANK', 'PAXUM')),
  rail text not null check (rail in ('SEPA', 'BANK_CSV', 'PAXUM_CSV')),
  details_id uuid not null,
  period char(7),
  status text not null check (status in ('REQUESTED', 'PROCESSING', 'PAID', 'FAILED')),
  failure_reason text,
  batch_id uuid,
  requested_at timestamptz not null,
  paid_at timestamptz,
  failed_at timestamptz,
  -- The operator who requested it for a locked creator; null for the creator's own and the month's.
  requested_by uuid references users,
  -- Kept for statements, whatever the table of rates says later.
  fee_vat_bps integer not null default 0 check (fee_vat_bps >= 0),
  -- A notice of a return is kept beside the status: the bank's statement, or two operators, post the return.
  return_reported_at timestamptz,
  return_reported_reason text,
  constraint payouts_reported_check check (return_reported_at is null or (status in ('PROCESSING', 'PAID',
    'FAILED'))),
  constraint payouts_details_agrees foreign key (details_id, creator_id) references payout_destinations (id, user_id),
  constraint payouts_batch_agrees foreign key (batch_id, rail, currency) references payout_batches (id, rail,
    currency),
  check (net_minor = (amount_minor - fee_minor)),
  check (fee_vat_minor <= fee_minor),
  check ((payout_type = 'MONTHLY') = (period is not null)),
  check ((status in ('PROCESSING', 'PAID')) <= (batch_id is not null)),
  check ((status = 'FAILED') = (failed_at is not null)),
  check (status <> 'PAID' or paid_at is not null)
);
-- Never two at once, and one a month, however often either is started.
create unique index payouts_one_open on payouts (creator_id, currency) where status in ('REQUESTED', 'PROCESSING');
create unique index payouts_one_a_month on payouts (creator_id, currency, period) where period is not null;
create index payouts_creator_idx on payouts (creator_id, requested_at desc);
create index payouts_queue_idx on payouts (rail, currency, requested_at) where status = 'REQUESTED';
create index payouts_batch_idx on payouts (batch_id) where batch_id is not null;
create index payouts_period_idx on payouts (period) where period is not null;
create index payouts_details_idx on payouts (details_id);
create index payouts_reported_idx on payouts (return_reported_at) where return_reported_at is not null
  and status <> 'FAILED';

create table payout_runs (
  -- "2026-12": once a month, however often it is started.
  period char(7) primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  payouts_count integer not null default 0
);
alter table payouts add foreign key (period) references payout_runs;

create table payout_freezes (
  id uuid primary key,
  reason text not null,
  frozen_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references users
);
create unique index payout_freezes_one_open on payout_freezes ((true)) where lifted_at is null;

-- A payout goes on, never back, whatever role writes: one that was paid is paid or came back, and is never sent
-- again.
create function payouts_move_on() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('REQUESTED', 'PROCESSING'), ('REQUESTED', 'FAILED'),
    ('PROCESSING', 'REQUESTED'), ('PROCESSING', 'PAID'), ('PROCESSING', 'FAILED'), ('PAID', 'FAILED')) then
    raise exception 'a payout does not become % after %', new.status, old.status
      using errcode = 'restrict_violation';
  end if;
  if (old.paid_at is not null and new.paid_at is distinct from old.paid_at)
    or (old.failed_at is not null and new.failed_at is distinct from old.failed_at) then
    raise exception 'the end of a payout stays' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger payouts_move_on before update of status, paid_at, failed_at on payouts
  for each row execute function payouts_move_on();
