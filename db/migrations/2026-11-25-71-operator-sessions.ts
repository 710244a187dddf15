import { type Kysely, sql } from "kysely";

/**
 * How long a session lasts unused and at most, and when a code of the second factor was last typed in it. Operators sign in
 * again: their sessions are from before these limits.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table sessions
      add column idle_seconds integer not null default 2592000,
      add column ends_at timestamptz,
      add column code_at timestamptz`.execute(db);
  await sql`delete from sessions s using users u where u.id = s.user_id and u.role = 'ADMIN'`.execute(db);
}
