import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table settings drop constraint settings_name_check, add constraint settings_name_check
      check (name in ('brand', 'content', 'features', 'payouts', 'rules', 'words'))`.execute(db);
}
