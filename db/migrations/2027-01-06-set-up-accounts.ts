import { type Kysely, sql } from "kysely";

/** Another method may be of another account: the creator's, or ours again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tip_series
      add column set_up_provider text,
      add column set_up_account_ref text`.execute(db);
  await sql`drop index tip_series_set_up`.execute(db);
  await sql`create index tip_series_set_up on tip_series (set_up_provider, set_up_ref) where set_up_ref is not null`.execute(
    db,
  );
}
