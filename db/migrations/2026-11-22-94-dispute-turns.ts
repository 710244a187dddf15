import { type Kysely, sql } from "kysely";

/**
 * A dispute may be claimed again: won and then lost, or once another one of the same payment has ended. Each turn has
 * postings of its own. A closed one that turned is looked up once more.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table disputes
      add column turn integer not null default 0 check (turn >= 0),
      add column look_again_at timestamptz`.execute(db);
  await sql`create index disputes_look_again_idx on disputes (look_again_at) where look_again_at is not null`.execute(
    db,
  );
  await sql`create index disputes_open_idx on disputes (payment_id) where status = 'OPEN'`.execute(db);
}
