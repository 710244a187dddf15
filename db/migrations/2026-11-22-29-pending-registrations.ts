import { type Kysely, sql } from "kysely";

/** What was good about a registration that was refused: for some minutes, for the browser that holds the token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    )`.execute(db);
  await sql`create index pending_registrations_created_idx on pending_registrations (created_at, id)`.execute(
    db,
  );
}
