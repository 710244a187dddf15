-- Accounts, and what a creator's page shows.

-- Notifies every process of changes of what a creator's page shows, so that cached pages are dropped.
create function tell_page_news() returns trigger language plpgsql as $$
declare
  creator uuid;
begin
  if tg_table_name = 'users' then creator := new.id;
  elsif tg_op = 'DELETE' then creator := old.user_id;
  else creator := new.user_id;
  end if;
  perform pg_notify('page_news', creator::text);
  return null;
end $$;

create table media_files (
  id uuid primary key,
  key text not null check (key in ('AVATAR', 'HEADER', 'TRIBUTE_IMAGE', 'TIP_IMAGE', 'GROUPLIST_AVATAR')),
  is_public boolean not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  variants jsonb not null,
  owner_id uuid,
  created_at timestamptz not null,
  unique (id, owner_id)
);

-- One row an account. A creator's email undo is on this row, so that a payout that locks it sees the change.
create table users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254),
  password_hash text,
  role text not null default 'CREATOR' check (role in ('CREATOR', 'ADMIN')),
  name text,
  username text check (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]{1,23}[A-Za-z0-9]$'),
  username_changed_at timestamptz,
  avatar_id uuid,
  header_id uuid,
  firstname text,
  lastname text,
  country_id integer references countries,
  company text,
  eu_ust_id text,
  address text,
  zipcode text,
  city text,
  date_of_birth date,
  status text not null default 'CREATED' check (status in ('CREATED', 'PENDING', 'ACTIVE', 'DECLINED', 'LOCKED',
    'CHARGEBACK')),
  email_verified_at timestamptz,
  verification_terms_accepted_at timestamptz,
  verification_terms_declined_at timestamptz,
  currency char(3) not null default 'EUR' references currencies check (currency in ('EUR', 'USD', 'GBP')),
  ranking_enabled_at timestamptz,
  payout_type_id smallint not null default 1 check (payout_type_id in (1, 2)),
  payout_method text not null default 'BANK' check (payout_method in ('BANK', 'PAXUM')),
  min_payout_minor bigint check (min_payout_minor >= 0),
  default_price_per_message_minor bigint check (default_price_per_message_minor between 100 and 50000),
  show_online_status boolean not null default true,
  last_seen_at timestamptz,
  email_notifications text not null default 'OFF' check (email_notifications in ('OFF', 'DAILY', 'AT_ONCE')),
  locale char(2) check (locale ~ '^[a-z]{2}$'),
  featured_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  terms_accepted_at timestamptz,
  deleted_at timestamptz,
  email_undo_until timestamptz,
  -- Since when the creator has chosen; the dashboard asks until then.
  email_notifications_chosen_at timestamptz,
  about text check (char_length(about) between 1 and 200),
  goal_title text check (char_length(goal_title) between 1 and 60),
  goal_minor bigint check (goal_minor > 0),
  goal_currency char(3) references currencies,
  goal_from date,
  show_supporters boolean not null default false,
  -- Since when a creator receives no tips, by their own choice.
  paused_at timestamptz,
  constraint users_whole_goal check (num_nulls(goal_title, goal_minor, goal_currency, goal_from) in (0, 4)),
  constraint users_avatar_agrees foreign key (avatar_id, id) references media_files (id, owner_id)
    on delete set null (avatar_id),
  constraint users_header_agrees foreign key (header_id, id) references media_files (id, owner_id)
    on delete set null (header_id),
  check (status = 'CREATED' or username is not null)
);
create unique index users_email_key on users (lower(email));
create unique index users_username_key on users (lower(username));
create index users_featured_at_idx on users (featured_at) where featured_at is not null;
-- The back office finds accounts by the beginning of an address or a name, newest first.
create index users_email_prefix_idx on users (lower(email) text_pattern_ops);
create index users_username_prefix_idx on users (lower(username) text_pattern_ops);
create index users_created_at_idx on users (created_at, id);
create index users_name_prefix_idx on users (lower(name) text_pattern_ops);
create index users_email_undo_until_idx on users (email_undo_until) where email_undo_until is not null;
create index users_unconfirmed_idx on users (created_at, id) where status = 'CREATED'
  and email_verified_at is null and role = 'CREATOR';
-- Operators see which deleted accounts have money: a bank may send a payout back after the deletion.
create index users_deleted_idx on users (deleted_at) where deleted_at is not null;
create index users_vat_id_idx on users (id) where eu_ust_id is not null;

-- The history of an account's status.
create table account_status_events (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  from_status text not null check (from_status in ('CREATED', 'PENDING', 'ACTIVE', 'DECLINED', 'LOCKED',
    'CHARGEBACK')),
  to_status text not null check (to_status in ('CREATED', 'PENDING', 'ACTIVE', 'DECLINED', 'LOCKED', 'CHARGEBACK')),
  reason text not null,
  at timestamptz not null
);
create index account_status_events_user_idx on account_status_events (user_id, id);

create table social_links (
  user_id uuid not null references users on delete cascade,
  network text not null check (network ~ '^[a-z]+$'),
  handle text not null check (length(handle) between 1 and 100),
  is_visible boolean not null default true,
  primary key (user_id, network)
);

-- Earlier usernames that still lead to their creator.
create table username_history (
  username text primary key check (username = lower(username)),
  user_id uuid not null references users on delete cascade,
  -- Null for a reserved username: it redirects until its former holder chooses another.
  redirects_until timestamptz
);
create index username_history_user_idx on username_history (user_id);
create index username_history_until_idx on username_history (redirects_until, username);

-- An email change can be undone for some days by a link in the mail to the former address.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email text not null check (length(old_email) between 3 and 254),
  new_email text not null check (length(new_email) between 3 and 254),
  undo_hash bytea not null unique,
  changed_at timestamptz not null,
  undo_until timestamptz not null,
  -- By the database's clock, to compare with payout_destinations.
  recorded_at timestamptz not null default clock_timestamp(),
  check (undo_until > changed_at)
);
create index email_changes_user_idx on email_changes (user_id, changed_at);
create index email_changes_old_email_idx on email_changes (lower(old_email));
create index email_changes_undo_until_idx on email_changes (undo_until);

-- Page texts that a rule holds up wait here, while the page goes on showing what it showed.
create table profile_words (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('ABOUT', 'GOAL')),
  words text not null,
  amount_minor bigint,
  currency char(3) references currencies,
  goal_from date,
  status text not null check (status in ('PENDING', 'ACTIVE', 'DECLINED')),
  review_reason text not null,
  decline_reason text,
  reviewed_by uuid references users,
  reviewed_at timestamptz,
  replaced_at timestamptz,
  created_at timestamptz not null,
  check (num_nulls(amount_minor, currency, goal_from) = case kind when 'GOAL' then 0 else 3 end)
);
create unique index profile_words_waiting_idx on profile_words (user_id, kind) where status = 'PENDING';
create index profile_words_of_user_idx on profile_words (user_id, kind, created_at desc);
create index profile_words_queue_idx on profile_words (created_at, id) where status = 'PENDING';
create index profile_words_declined_idx on profile_words (created_at, id) where status = 'DECLINED';
create index profile_words_recent_idx on profile_words (created_at, id);

create trigger social_links_page_news after insert or update or delete on social_links
  for each row execute function tell_page_news();
create trigger users_page_news after insert or update of name, username, avatar_id, header_id, status, currency,
  show_online_status, featured_at, default_price_per_message_minor, about, goal_title, goal_minor, goal_currency,
  goal_from, show_supporters, country_id, ranking_enabled_at, paused_at on users
  for each row execute function tell_page_news();
