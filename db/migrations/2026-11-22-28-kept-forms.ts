import { type Kysely, sql } from "kysely";

/** What somebody signed in has typed into a form that was refused: for some minutes, for that session alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_forms (
      id uuid primary key,
      session_id uuid not null references sessions (id) on delete cascade,
      reply_encrypted bytea not null check (length(reply_encrypted) <= 40000),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index kept_forms_by_session on kept_forms (session_id, created_at, id)`.execute(db);
  await sql`create index kept_forms_created_idx on kept_forms (created_at, id)`.execute(db);
}
