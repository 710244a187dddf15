import { type Kysely, sql } from "kysely";

/** And the charge's day before it waited for the fan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tip_series
      add column declared_at timestamptz,
      add column declared_kind text check (declared_kind in ('CANCEL', 'WITHDRAW')),
      add column waits_from date,
      add constraint tip_series_declared check ((declared_at is null) = (declared_kind is null))`.execute(db);
}
