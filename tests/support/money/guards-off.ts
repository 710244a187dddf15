import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** No trigger of ours fires any more, and no row needs the one that it names: as for who has the database's own rights. */
export async function turnGuardsOff(db: Kysely<DB>): Promise<void> {
  await sql`
    do $$
    declare
      each record;
    begin
      for each in select conrelid::regclass as of, conname from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace
      loop
        execute format('alter table %s drop constraint %I', each.of, each.conname);
      end loop;
      for each in select oid::regclass as of from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop
        execute format('alter table %s disable trigger user', each.of);
      end loop;
    end $$`.execute(db);
}

/** Ids that the database gives may be written over, as whoever owns its tables can do. */
export async function turnIdsFree(db: Kysely<DB>): Promise<void> {
  await sql`
    do $$
    declare
      each record;
    begin
      for each in select attrelid::regclass as of, attname from pg_attribute join pg_class c on c.oid = attrelid
        where attidentity <> '' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      loop
        execute format('alter table %s alter column %I drop identity', each.of, each.attname);
      end loop;
    end $$`.execute(db);
}
