import { type Kysely, sql } from "kysely";

export async function writeOnce(db: Kysely<unknown>, ...tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.id(table)}
        for each row execute function refuse_change();
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.id(table)}
        for each statement execute function refuse_change()`.execute(db);
}
