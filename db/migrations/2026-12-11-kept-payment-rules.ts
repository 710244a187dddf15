import { type Kysely, sql } from "kysely";

/** A payment keeps the rules it begins under. Null: the shipped days of its method. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      add column hold_days smallint check (hold_days between 0 and 60),
      add column needs_review boolean not null default false`.execute(db);
}
