-- Sessions, second factors, links in mails, and the limits of requests.

-- One row a browser and account. A known device or network is not locked out by the failed sign-ins of others.
create table known_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (token_hash, user_id),
  unique (id, user_id)
);
create index known_devices_user_idx on known_devices (user_id, last_used_at);
create index known_devices_last_used_at_idx on known_devices (last_used_at);

-- A keyed hash of the network, so that the table does not reveal where a user is.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  network_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, network_hash)
);
create index known_networks_last_used_at_idx on known_networks (last_used_at);

-- A browser's session is known by its token; an API sign-in is a session with tokens in api_tokens.
create table sessions (
  id uuid primary key,
  token_hash bytea unique,
  user_id uuid not null references users on delete cascade,
  user_agent text not null check (length(user_agent) <= 300),
  has_second_factor boolean not null default false,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  device_id uuid,
  -- How long a session lasts unused.
  idle_seconds integer not null default 2592000,
  -- How long it lasts at most.
  ends_at timestamptz,
  -- When a code of the second factor was last entered in it.
  code_at timestamptz,
  constraint sessions_device_agrees foreign key (device_id, user_id) references known_devices (id, user_id)
    on delete set null (device_id)
);
create index sessions_user_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);
create index sessions_device_idx on sessions (device_id) where device_id is not null;

create table api_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  kind text not null check (kind in ('ACCESS', 'REFRESH')),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index api_tokens_session_idx on api_tokens (session_id);
create index api_tokens_expires_idx on api_tokens (expires_at, token_hash);

-- One row a link in a mail: only the hash of its token, deleted when it is used.
create table mailed_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('register', 'email', 'password', 'deletion')),
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_tokens_user_idx on mailed_tokens (user_id, purpose);
create index mailed_tokens_expires_idx on mailed_tokens (expires_at, token_hash);

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret_encrypted bytea not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null
);

-- Passkeys beside the codes of a second factor, with which they are deleted.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references second_factors on delete cascade,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null check (length(public_key) <= 2000),
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id, created_at, id);

-- Challenges that were answered.
create table spent_passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_passkey_challenges_end on spent_passkey_challenges (expires_at);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null,
  -- Null for codes from before this column.
  created_at timestamptz,
  primary key (user_id, code_hash)
);

-- The password was right and the second factor is still due: a short-lived half of a session.
create table second_factor_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index second_factor_challenges_expires_idx on second_factor_challenges (expires_at, token_hash);

-- The valid part of a refused registration: for some minutes, for the browser that holds the token.
create table pending_registrations (
  id uuid primary key,
  token_hash bytea not null unique,
  password_hash text,
  document_id uuid unique,
  content_type text check (content_type in ('image/webp', 'application/pdf')),
  byte_count integer,
  created_at timestamptz not null,
  check ((document_id is null) = (content_type is null) and (document_id is null) = (byte_count is null)),
  check (document_id is not null or password_hash is not null)
);
create index pending_registrations_created_idx on pending_registrations (created_at, id);

-- Counters of rate-limiter-flexible, shared by all processes. Unlogged: their loss in a crash does no harm.
create unlogged table rate_limits (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on rate_limits (expire);

-- Calls that move money and carry an Idempotency-Key: a repeated call returns what the first one made. The key is
-- a keyed hash of the sender and the value; of the answer only the id of the result is kept.
create table idempotency_keys (
  key_hash bytea primary key,
  body_hash bytea not null,
  subject_id uuid,
  begun_at timestamptz not null
);
create index idempotency_keys_begun_idx on idempotency_keys (begun_at);

-- Users with a change of a moment ago read the primary. Without an index on the time, a second change by the same
-- user touches no index.
create table recent_writers (
  user_id uuid primary key references users on delete cascade,
  wrote_at timestamptz not null
) with (fillfactor = 50);
