import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      session_id uuid primary key references sessions on delete cascade,
      name text not null check (length(name) between 1 and 40),
      key_hash bytea not null unique check (octet_length(key_hash) = 32),
      -- What its owner sees of it later.
      shown text not null check (length(shown) between 5 and 20),
      scopes text[] not null
        check (cardinality(scopes) > 0 and scopes <@ array['tips:read', 'statistics:read', 'webhooks:manage'])
    )`.execute(db);
}
