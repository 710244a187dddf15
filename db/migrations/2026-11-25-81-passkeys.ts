import { type Kysely, sql } from "kysely";

/** Passkeys beside the codes of a second factor, with which they go; and challenges that were answered. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id uuid not null references second_factors (user_id) on delete cascade,
      credential_id text not null unique check (length(credential_id) between 1 and 1400),
      public_key bytea not null check (length(public_key) <= 2000),
      counter bigint not null check (counter >= 0),
      transports text[] not null,
      name text not null check (length(name) between 1 and 40),
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_by_user on passkeys (user_id, created_at, id)`.execute(db);
  await sql`
    create table spent_passkey_challenges (
      challenge_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index spent_passkey_challenges_end on spent_passkey_challenges (expires_at)`.execute(db);
}
