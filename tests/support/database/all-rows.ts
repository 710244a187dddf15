import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** Every row of every table of ours as one text, to see whether something stands anywhere. */
export async function readAllRows(db: Kysely<DB>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'sandbox')`.execute(db);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(t::text, E'\n') as text from ${sql.table(name)} t`.execute(db);
      return rows[0]?.text ?? "";
    }),
  );
  return texts.join("\n");
}
