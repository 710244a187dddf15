-- Notices, mails, page views and what builds share.

create table notices (
  id uuid primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at > starts_at)
);
create index notices_ends_at_idx on notices (ends_at);

-- Texts of the platform have a row for each language. The code knows the languages.
create table notice_texts (
  notice_id uuid not null references notices on delete cascade,
  locale char(2) not null check (locale ~ '^[a-z]{2}$'),
  text text not null,
  primary key (notice_id, locale)
);

create table special_events (
  id uuid primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  url text check (url ~ '^(/|https://)'),
  color text not null default '#c8451b' check (color ~ '^#[0-9a-f]{6}$'),
  check (ends_at > starts_at)
);
create index special_events_ends_at_idx on special_events (ends_at);

create table special_event_texts (
  special_event_id uuid not null references special_events on delete cascade,
  locale char(2) not null check (locale ~ '^[a-z]{2}$'),
  title text not null,
  text text not null,
  primary key (special_event_id, locale)
);

-- The voices of the home page, kept by operators.
create table testimonials (
  id uuid primary key,
  creator_id uuid not null references users on delete cascade,
  role text not null check (role in ('creator', 'fan')),
  position integer not null
);

create table testimonial_texts (
  testimonial_id uuid not null references testimonials on delete cascade,
  locale char(2) not null check (locale ~ '^[a-z]{2}$'),
  text text not null check (length(text) between 1 and 400),
  primary key (testimonial_id, locale)
);

-- A mail is tried for some days since tried_since, which begins anew when an operator sends it again. Retention
-- goes by its age. Mails about an account are deleted with it, whatever address they go to.
create table mail_outbox (
  id uuid primary key,
  dedupe_key text not null unique,
  template text not null,
  locale char(2) not null check (locale ~ '^[a-z]{2}$'),
  recipient text not null,
  params jsonb not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  user_id uuid references users on delete cascade,
  tried_since timestamptz not null
);
create index mail_outbox_queued_idx on mail_outbox (created_at) where status = 'QUEUED';
create index mail_outbox_user_idx on mail_outbox (user_id) where user_id is not null;
create index mail_outbox_created_idx on mail_outbox (created_at, id);
create index mail_outbox_failed_idx on mail_outbox (created_at) where status = 'FAILED';

-- In demo mode a sent mail is stored here instead of being delivered, and shown on /dev/mail.
create table demo_mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  at timestamptz not null
);
create index demo_mailbox_at_idx on demo_mailbox (at, id);

-- Page views, counted by day; a visitor is known for that day alone.
create table traffic_days (
  day date primary key,
  -- The secret of visitors' keys; null when the day is over.
  salt bytea,
  visitors_count integer not null default 0,
  -- Beyond a limit of keys, visitors are counted without one.
  keys_count integer not null default 0
);

create table traffic_visitors (
  day date not null,
  visitor_key bytea not null,
  primary key (day, visitor_key)
);

create table traffic_views (
  day date not null,
  pattern text not null,
  step text not null,
  creator text not null,
  asked_locale text not null,
  locale text not null,
  referrer_host text not null,
  views_count integer not null check (views_count > 0),
  primary key (day, pattern, step, creator, asked_locale, locale, referrer_host)
);

create table traffic_entities (
  day date not null,
  entity_type text not null check (entity_type in ('user', 'item')),
  entity_id uuid not null,
  event text not null check (event in ('view', 'share')),
  events_count integer not null check (events_count > 0),
  primary key (day, entity_type, entity_id, event)
);
-- For the deletion of an account.
create index traffic_entities_entity_idx on traffic_entities (entity_id);

-- Scripts, styles and dictionaries of every build that served lately: while one version replaces another, each
-- instance has the files that pages of the other one name (docs/decisions/058).
create table build_assets (
  path text primary key,
  content bytea not null,
  brotli bytea,
  served_at timestamptz not null
);
create index build_assets_served_idx on build_assets (served_at, path);

create table completed_seeds (
  name text primary key,
  at timestamptz not null
);
