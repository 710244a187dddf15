import { type Kysely, sql } from "kysely";

/** A row per change; a group's last row counts. The audit log names the operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settings (
      version bigint generated always as identity primary key,
      name text not null check (name in ('brand', 'features', 'rules', 'words')),
      value jsonb not null check (jsonb_typeof(value) = 'object'),
      changed_at timestamptz not null
    )`.execute(db);
  await sql`create index settings_name_idx on settings (name, version desc)`.execute(db);
  await sql`
    create trigger settings_append_only before update or delete on settings
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger settings_table_stays before truncate on settings
    for each statement execute function refuse_change()`.execute(db);
}
