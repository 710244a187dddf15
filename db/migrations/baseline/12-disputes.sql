-- Disputes, and the debts that lost ones leave.

-- A dispute may be claimed again: won and then lost, or once another one of the same payment has ended. Each turn
-- has postings of its own.
create table disputes (
  id uuid primary key,
  payment_id uuid not null references payments,
  dispute_ref text not null,
  status text not null check (status in ('OPEN', 'WON', 'LOST')),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null references currencies,
  opened_at timestamptz not null,
  closed_at timestamptz,
  charged_minor bigint not null default 0 check (charged_minor >= 0),
  service_fee_minor bigint not null default 0 check (service_fee_minor >= 0),
  vat_minor bigint not null default 0 check (vat_minor >= 0),
  turn integer not null default 0 check (turn >= 0),
  -- A closed one that turned is looked up again.
  look_again_at timestamptz,
  -- What it claims of a voucher, in its currency: the creator may have been credited in another.
  voucher_minor bigint check (voucher_minor >= 0),
  unique (payment_id, dispute_ref)
);
create index disputes_look_again_idx on disputes (look_again_at) where look_again_at is not null;
create index disputes_open_idx on disputes (payment_id) where status = 'OPEN';
create index disputes_opened_idx on disputes (opened_at);

create table dispute_holds (
  dispute_id uuid not null references disputes,
  allocation_id uuid not null references tip_allocations,
  claimed_minor bigint not null check (claimed_minor > 0),
  from_pending_minor bigint not null check (from_pending_minor >= 0),
  from_available_minor bigint not null check (from_available_minor >= 0),
  primary key (dispute_id, allocation_id),
  check ((from_pending_minor + from_available_minor) <= claimed_minor)
);
create index dispute_holds_allocation_idx on dispute_holds (allocation_id);

-- What each turn of a dispute moved, as it was at the time; the dispute itself keeps only its present claim. From
-- these rows alone its postings can be derived and compared (docs/money.md, 4).
create table dispute_acts (
  dispute_id uuid not null references disputes,
  turn integer not null check (turn >= 0),
  act text not null check (act in ('OPENED', 'YIELDED', 'WON', 'LOST', 'REVERSED')),
  -- Of the charge, our fee and its VAT; and what the bank took beyond that.
  charged_minor bigint not null check (charged_minor >= 0),
  service_fee_minor bigint not null check (service_fee_minor >= 0),
  vat_minor bigint not null check (vat_minor >= 0),
  suspense_minor bigint not null check (suspense_minor >= 0),
  loss_minor bigint not null check (loss_minor >= 0),
  acted_at timestamptz not null,
  -- Taken over from the books, which do not have what an earlier turn claimed and did not move.
  is_from_books boolean not null default false,
  voucher_minor bigint check (voucher_minor >= 0),
  primary key (dispute_id, turn, act)
);

create table dispute_act_parts (
  dispute_id uuid not null,
  turn integer not null,
  act text not null,
  allocation_id uuid not null references tip_allocations,
  claimed_minor bigint not null check (claimed_minor >= 0),
  -- Held, or given back: of or to waiting money, and what is available.
  pending_minor bigint not null check (pending_minor >= 0),
  available_minor bigint not null check (available_minor >= 0),
  primary key (dispute_id, turn, act, allocation_id),
  foreign key (dispute_id, turn, act) references dispute_acts (dispute_id, turn, act)
);

create table write_offs (
  id uuid primary key,
  creator_id uuid not null references users,
  currency char(3) not null references currencies,
  amount_minor bigint not null check (amount_minor > 0),
  written_off_at timestamptz not null,
  unique (id, creator_id)
);

-- The debt that a write-off is of: the part of each lost dispute, in the turn that made it. A repayment is of the
-- oldest debt first, so what is still owed is of the newest (docs/money.md, 3).
create table write_off_parts (
  write_off_id uuid not null,
  dispute_id uuid not null references disputes,
  turn integer not null check (turn >= 0),
  creator_id uuid not null references users,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (dispute_id, turn, creator_id, write_off_id),
  constraint write_off_parts_write_off_agrees foreign key (write_off_id, creator_id) references write_offs (id,
    creator_id)
);

create table give_ups (
  id uuid primary key,
  creator_id uuid not null references users,
  currency char(3) not null references currencies,
  amount_minor bigint not null check (amount_minor > 0),
  given_up_at timestamptz not null
);

-- Debts in one currency that their creators settle with available money in another, at the day's rate.
create table debt_set_offs (
  id uuid primary key,
  creator_id uuid not null references users,
  from_currency char(3) not null references currencies,
  from_minor bigint not null check (from_minor > 0),
  debt_currency char(3) not null references currencies,
  debt_minor bigint not null check (debt_minor > 0),
  rate numeric(24, 12) not null check (rate > 0),
  rate_date date not null,
  set_off_at timestamptz not null,
  check (from_currency <> debt_currency)
);
create index debt_set_offs_creator_idx on debt_set_offs (creator_id, set_off_at);
