-- Accounts at microblogging networks and channels of chat servers that creators link, and what is posted there.

create table microblog_requests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  network text not null,
  authorize_url text not null,
  pending_encrypted bytea not null,
  tries_left integer not null check (tries_left >= 0),
  expires_at timestamptz not null,
  unique (user_id, network)
);
create index microblog_requests_expires_idx on microblog_requests (expires_at, id);

-- An account at a network has one link that works: a network gives an app one access to an account, and a user who
-- revokes it ends it for all.
create table microblog_links (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  network text not null,
  account_id text not null,
  handle text not null,
  credentials_encrypted bytea not null,
  linked_at timestamptz not null,
  failed_at timestamptz,
  rounds_at timestamptz not null,
  unique (user_id, network),
  check ((length(credentials_encrypted) = 0) = (failed_at is not null))
);
create unique index microblog_links_account_key on microblog_links (network, account_id) where failed_at is null;
create index microblog_links_rounds_idx on microblog_links (rounds_at) where failed_at is null;
create index microblog_links_failed_idx on microblog_links (network, failed_at) where failed_at is not null;
-- Finds the creators with tips that a chat server announces.
create index microblog_links_server_idx on microblog_links (network, split_part(account_id, '/', 1), linked_at);

create table microblog_settings (
  user_id uuid not null references users on delete cascade,
  network text not null,
  on_new_tip boolean not null,
  show_amount boolean not null,
  tip_frequency text not null check (tip_frequency in ('ALL', 'HOURLY')),
  advert_frequency text not null check (advert_frequency in ('OFF', 'DAILY', 'WEEKLY')),
  on_achievement boolean not null,
  changed_at timestamptz not null,
  reached_currency char(3) references currencies,
  reached_minor bigint,
  reached_count integer,
  primary key (user_id, network)
);

-- A post is made once for its reason and subject, whatever becomes of the link. Posts know whether they state an
-- amount, so that none is posted once amounts are hidden.
create table microblog_posts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  network text not null,
  reason text not null check (reason in ('TIP', 'HOUR', 'SUM', 'COUNT', 'ADVERT')),
  subject text not null,
  text text not null,
  status text not null check (status in ('WAITING', 'SENDING', 'UNSURE', 'POSTED', 'DROPPED')),
  tries integer not null default 0,
  due_at timestamptz not null,
  sending_at timestamptz,
  ended_at timestamptz,
  post_id text,
  drop_reason text check (drop_reason in ('OFF', 'GONE', 'LATE', 'MANY', 'DUPLICATE', 'REFUSED', 'UNKNOWN',
    'LINK_FAILED')),
  created_at timestamptz not null,
  says_amount boolean not null,
  unique (user_id, network, reason, subject),
  check ((status in ('POSTED', 'DROPPED')) = (ended_at is not null)),
  check ((status = 'DROPPED') = (drop_reason is not null))
);
create index microblog_posts_due_idx on microblog_posts (network, due_at, id) where status in ('WAITING', 'SENDING',
  'UNSURE');
create index microblog_posts_created_idx on microblog_posts (created_at, id);
create index microblog_posts_sent_idx on microblog_posts (user_id, network, sending_at) where status <> 'DROPPED';
create index microblog_posts_tips_idx on microblog_posts (user_id, network, created_at) where reason = 'TIP';
create index microblog_posts_dropped_idx on microblog_posts (network, ended_at) where status = 'DROPPED';

-- The cost of posts by month, in one row that the budget stops.
create table microblog_months (
  network text not null,
  month date not null,
  spent_mills bigint not null check (spent_mills >= 0),
  paused_until timestamptz,
  pause_reason text,
  primary key (network, month)
);

-- Accounts at the chat server that creators have linked with their own.
create table chat_links (
  user_id uuid primary key references users on delete cascade,
  chat_user_id text not null unique,
  chat_name text not null,
  linked_at timestamptz not null
);

create table chat_link_requests (
  id uuid primary key,
  chat_user_id text not null unique,
  chat_name text not null,
  expires_at timestamptz not null
);
create index chat_link_requests_expires_idx on chat_link_requests (expires_at, id);
