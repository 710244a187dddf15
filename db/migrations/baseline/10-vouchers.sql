-- Vouchers and their redemptions.

-- Bought like a tip, without a receiver; the creator who enters the code is credited. A redeemed voucher becomes a
-- tip with an allocation of the purchase's payment, so that it matures, is held and is taken back as a tip's money
-- is (docs/product.md, 5.12).
create table vouchers (
  id uuid primary key,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'AWAITING_PAYMENT', 'LAPSED', 'VALID', 'PENDING',
    'REDEEMED', 'EXPIRED', 'REFUNDED', 'VOID')),
  currency char(3) not null check (currency in ('EUR', 'USD', 'GBP')),
  amount_minor bigint not null check (amount_minor > 0),
  message text check (char_length(message) <= 1000),
  sender_name text,
  email text,
  payment_type text check (payment_type in ('INETCASH_CC', 'INETCASH_DB', 'INETCASH_OB', 'INETCASH_DD')),
  country char(2) references countries (iso_3166_1),
  pay_currency char(3) references currencies,
  locale text not null,
  code_hash bytea unique,
  code_encrypted bytea,
  code_end char(4),
  paid_at timestamptz,
  matures_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  disputed_at timestamptz,
  expiries smallint not null default 0,
  locked_at timestamptz,
  locked_by uuid references users,
  lock_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Days that redemptions waited before they were returned prolong the voucher.
  waited_days integer not null default 0 check (waited_days >= 0),
  unique (id, currency, amount_minor),
  check ((status in ('DRAFT', 'AWAITING_PAYMENT', 'LAPSED')) = (paid_at is null)),
  check (paid_at is null or code_hash is not null and code_end is not null and expires_at is not null
    and matures_at is not null),
  check (code_encrypted is null or (status in ('VALID', 'PENDING', 'REFUNDED', 'VOID'))),
  check ((status in ('REDEEMED', 'EXPIRED', 'REFUNDED', 'VOID')) = (ended_at is not null)),
  check ((locked_at is null) = (locked_by is null) and (locked_at is null) = (lock_reason is null))
);
alter table tips add foreign key (voucher_id) references vouchers;
create index vouchers_expiring_idx on vouchers (expires_at) where status = 'VALID';
create index vouchers_end_idx on vouchers (code_end) where code_end is not null;
create index vouchers_locked_by_idx on vouchers (locked_by) where locked_by is not null;
create index vouchers_unpaid_idx on vouchers (updated_at, id) where status in ('DRAFT', 'AWAITING_PAYMENT');
create index vouchers_lapsed_idx on vouchers (updated_at, id) where status = 'LAPSED';
create index vouchers_lapsed_words_idx on vouchers (updated_at, id) where status = 'LAPSED'
  and (sender_name is not null or email is not null or message is not null);
create index vouchers_ended_words_idx on vouchers (ended_at, id) where sender_name is not null
  or email is not null or message is not null;
-- For the back office: the newest first, from any row on, and an address by its beginning.
create index vouchers_bought_idx on vouchers (paid_at desc, id desc) where paid_at is not null;
create index vouchers_email_idx on vouchers (lower(email) text_pattern_ops) where email is not null;

-- Money that waits for its creator's verification is PENDING; RETURNED went back to the voucher.
create table voucher_redemptions (
  id uuid primary key,
  voucher_id uuid not null references vouchers,
  creator_id uuid not null references users,
  status text not null check (status in ('PENDING', 'DONE', 'RETURNED')),
  currency char(3) not null references currencies,
  amount_minor bigint not null check (amount_minor > 0),
  rate numeric(24, 12) not null check (rate > 0),
  rate_date date not null,
  asked_at timestamptz not null,
  was_pending boolean not null,
  ended_at timestamptz,
  return_reason text check (return_reason in ('LOCKED', 'DELETED', 'TIME', 'DISPUTED', 'WITHDRAWN')),
  tip_id uuid unique,
  constraint voucher_redemptions_tip_agrees foreign key (tip_id, creator_id) references tips (id, creator_id),
  check ((status = 'PENDING') = (ended_at is null)),
  check ((status = 'RETURNED') = (return_reason is not null)),
  check ((status = 'DONE') = (tip_id is not null))
);
-- Redeemed at most once, whatever is sent at the same time.
create unique index voucher_redemptions_one_idx on voucher_redemptions (voucher_id) where status <> 'RETURNED';
create index voucher_redemptions_waiting_idx on voucher_redemptions (creator_id, asked_at) where status = 'PENDING';
create index voucher_redemptions_creator_idx on voucher_redemptions (creator_id);

-- Wrong codes of vouchers, by a keyed hash of the account or the visitor's address (docs/limits.md). Not in
-- rate_limits: the time begins anew with each wrong code, and a lock lasts an hour from the one that caused it.
create table voucher_tries (
  key bytea primary key,
  wrong_codes smallint not null check (wrong_codes >= 0),
  last_at timestamptz not null,
  locked_until timestamptz
);
create index voucher_tries_last_idx on voucher_tries (last_at);
