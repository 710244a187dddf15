import { sql } from "kysely";
import { records } from "./records.ts";

/** Columns that change with time: when a new tip was mailed, and in which minute the owner was last seen. */
const WRITTEN_WITH_TIME = ["announced_at", "last_seen_at"];

/**
 * A digest of every row that is somebody's, table by table: of all columns that refer to a user, as the database itself
 * knows them, and what is theirs without a reference.
 */
export async function digestRowsOf(owner: { id: string; email: string }): Promise<Record<string, string>> {
  const db = records();
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select c.conrelid::regclass::text as table_name, a.attname as column_name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.connamespace = 'public'::regnamespace
    order by 1, 2`.execute(db);
  const digests: Record<string, string> = {};
  for (const { table_name, column_name, value } of [
    ...columns.map((column) => ({ ...column, value: owner.id })),
    { table_name: "users", column_name: "id", value: owner.id },
    { table_name: "media_files", column_name: "owner_id", value: owner.id },
    { table_name: "mail_outbox", column_name: "recipient", value: owner.email },
  ]) {
    const { rows } = await sql<{ count: number; digest: string | null }>`
      select count(*)::int as count, md5(string_agg((to_jsonb(t) - ${WRITTEN_WITH_TIME}::text[])::text, '|' order by (to_jsonb(t) - ${WRITTEN_WITH_TIME}::text[])::text)) as digest
      from ${sql.table(table_name)} t where ${sql.ref(column_name)} = ${value}`.execute(db);
    digests[`${table_name}.${column_name}`] = `${rows[0]?.count} ${rows[0]?.digest}`;
  }
  return digests;
}
