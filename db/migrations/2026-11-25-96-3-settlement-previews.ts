import { type Kysely, sql } from "kysely";

/** What a provider told, while an operator looks at what it would post. Nothing else knows of it; it goes after a day. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table settlement_previews (
      id uuid primary key,
      provider text not null,
      -- The events, packed.
      events_encrypted bytea not null,
      rows_count integer not null check (rows_count > 0),
      made_by uuid not null references users,
      made_at timestamptz not null
    )`.execute(db);
  await sql`create index settlement_previews_made_idx on settlement_previews (made_at, id)`.execute(db);
}
