import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** One line each for tables, columns in their order, constraints, indexes, functions, triggers and their rights. */
export async function describeSchema(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with spaces as (select oid from pg_namespace where nspname in ('public', 'sandbox')),
    tables as (
      select c.oid, c.oid::regclass::text as name, c.relpersistence, c.reloptions, c.relacl from pg_class c
      where c.relnamespace in (select oid from spaces) and c.relkind = 'r' and c.relname not like 'kysely\\_%'
    )
    select concat_ws(' ', 'table', t.name, t.relpersistence, t.reloptions::text) as line from tables t
    union all
    select concat_ws(' ', 'column', t.name, row_number() over (partition by t.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid))
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
    union all
    select concat_ws(' ', 'constraint', t.name, c.conname, c.convalidated, pg_get_constraintdef(c.oid))
    from tables t join pg_constraint c on c.conrelid = t.oid
    union all
    select concat_ws(' ', 'index', t.name, pg_get_indexdef(i.indexrelid)) from tables t join pg_index i on i.indrelid = t.oid
    union all
    select concat_ws(' ', 'trigger', t.name, pg_get_triggerdef(g.oid), g.tgenabled)
    from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
    union all
    -- Comments and spaces do not count.
    select concat_ws(' ', 'function', regexp_replace(regexp_replace(pg_get_functiondef(p.oid), '--[^\n]*', '', 'g'), '\\s+', ' ', 'g'),
      has_function_privilege('public', p.oid, 'execute'))
    from pg_proc p where p.pronamespace in (select oid from spaces)
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
