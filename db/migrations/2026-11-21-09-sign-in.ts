import { type Kysely, sql } from "kysely";

/** Signing in: sessions, the API's tokens, links in mails, second factors, registration's document, notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column terms_accepted_at timestamptz`.execute(db);

  // A browser's session is known by its token; an API sign-in is a session whose tokens stand in api_tokens.
  await sql`
    create table sessions (
      id uuid primary key,
      token_hash bytea unique,
      user_id uuid not null references users on delete cascade,
      user_agent text not null check (length(user_agent) <= 300),
      has_second_factor boolean not null default false,
      created_at timestamptz not null,
      renewed_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_user_idx on sessions (user_id)`.execute(db);
  await sql`create index sessions_expires_at_idx on sessions (expires_at)`.execute(db);

  await sql`
    create table api_tokens (
      token_hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      kind text not null check (kind in ('ACCESS', 'REFRESH')),
      used_at timestamptz,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index api_tokens_session_idx on api_tokens (session_id)`.execute(db);

  // One row a link in a mail: only the hash of its token, gone once it is used.
  await sql`
    create table mailed_tokens (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('register', 'email', 'password', 'deletion')),
      email text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index mailed_tokens_user_idx on mailed_tokens (user_id, purpose)`.execute(db);

  await sql`
    create table second_factors (
      user_id uuid primary key references users on delete cascade,
      secret_sealed bytea not null,
      last_step bigint not null default 0,
      confirmed_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references second_factors on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    )`.execute(db);

  // The password was right and a second factor is still due: a short-lived half of a session.
  await sql`
    create table pending_sign_ins (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      expires_at timestamptz not null
    )`.execute(db);

  await sql`
    create table verification_documents (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null
        check (kind in ('mediafile_pass', 'mediafile_passback', 'mediafile_shootout', 'mediafile_invoice')),
      content_type text not null check (content_type in ('image/webp', 'application/pdf')),
      byte_count integer not null check (byte_count > 0),
      created_at timestamptz not null,
      unique (user_id, kind)
    )`.execute(db);

  await sql`
    create table notices (
      id uuid primary key,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      text_en text not null,
      text_de text not null
    )`.execute(db);
  await sql`create index notices_ends_at_idx on notices (ends_at)`.execute(db);
  await sql`
    create table special_events (
      id uuid primary key,
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      title_en text not null,
      title_de text not null,
      text_en text not null,
      text_de text not null,
      url text check (url ~ '^(/|https://)'),
      color text not null default '#c8451b' check (color ~ '^#[0-9a-f]{6}$')
    )`.execute(db);
  await sql`create index special_events_ends_at_idx on special_events (ends_at)`.execute(db);
  // The platform's two notices of 2025 (specification, section 9).
  await sql`
    insert into notices values
      ('7f7a1c0e-0a3e-4c55-8a53-3f0d5a1e0001', '2025-04-22 00:00+02', '2025-05-01 00:00+02',
        'We are moving to a new platform: the last payouts leave on 29 April 2025 at 16:00 UTC and resume on 1 May.',
        'Wir ziehen auf eine neue Plattform um: Die letzten Auszahlungen gehen am 29. April 2025 um 16:00 Uhr UTC raus, ab dem 1. Mai geht es weiter.'),
      ('7f7a1c0e-0a3e-4c55-8a53-3f0d5a1e0002', '2025-10-06 00:00+02', '2025-10-13 00:00+02',
        'SEPA direct debits may take longer from 9 to 12 October 2025.',
        'SEPA-Lastschriften können vom 9. bis 12. Oktober 2025 länger dauern.')`.execute(db);
}
