import { type Kysely, sql } from "kysely";

/** A payment keeps its rules. Null: the method's shipped days. Not validated: a scan would lock the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      add column hold_days smallint,
      add column needs_review boolean not null default false,
      add constraint payments_hold_days_check check (hold_days between 0 and 60) not valid`.execute(db);
}
