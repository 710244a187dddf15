import { type Kysely, sql } from "kysely";

/**
 * Who has changed something a moment ago, and so reads the primary. Without an index on the time, a second change by the same
 * person touches no index at all.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table recent_writers (
      user_id uuid primary key references users on delete cascade,
      wrote_at timestamptz not null
    ) with (fillfactor = 50)`.execute(db);
}
