import { type Kysely, sql } from "kysely";

export async function allow(
  db: Kysely<unknown>,
  table: string,
  column: string,
  words: readonly string[],
): Promise<void> {
  const name = `${table}_${column}_check`;
  const { rows } = await sql<{ words: string[] }>`
    select array(select m[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([A-Za-z_]+)''', 'g') as m) as words
    from pg_constraint c where c.conrelid = ${table}::regclass and c.conname = ${name}`.execute(db);
  const allowed = [...new Set([...(rows[0]?.words ?? []), ...words])];
  await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(db);
  await sql`
    alter table ${sql.id(table)} add constraint ${sql.id(name)}
    check (${sql.id(column)} in (${sql.join(allowed.map((word) => sql.lit(word)))}))`.execute(db);
}
