import type pg from "pg";

export interface BackedUpTable {
  name: string;
  columns: string[];
  key: string[];
  condition: string;
}

/** Only waiting jobs are state. */
const WAITING_JOBS = "state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'";
export const JOBS = "pgboss.job";

/** By references, jobs last. Migrations and the queue create tables of tools. */
export async function listTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[]; refers: string[] }>(`
    select c.oid::regclass::text as name,
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select quote_ident(a.attname) from pg_index i
        cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname not like 'kysely\\_%'
    order by 1`);
  const sorted: BackedUpTable[] = [];
  const done = new Set<string>();
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const next = [...left.values()].filter(({ refers }) => refers.every((name) => done.has(name)));
    if (next.length === 0)
      throw new Error(`these tables refer to each other: ${[...left.keys()].join(", ")}`);
    for (const { name, columns, key } of next) {
      sorted.push({ name, columns, key, condition: "true" });
      done.add(name);
      left.delete(name);
    }
  }
  return [...sorted, await jobsTable(client)];
}

async function jobsTable(client: pg.ClientBase): Promise<BackedUpTable> {
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(attname) as column from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [JOBS],
  );
  return {
    name: JOBS,
    columns: rows.map(({ column }) => column),
    key: ["name", "id"],
    condition: WAITING_JOBS,
  };
}

export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in ('public', 'sandbox') order by 1`);
  return rows.map(({ name }) => name);
}
