import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../db/schema.ts";

export const REFUSAL = "error: this row stays as it is";

/** Has PostgreSQL refuse to write, change or delete the rows of one id while `meanwhile` runs. */
export async function whileRefused(
  db: Kysely<DB>,
  {
    table,
    event,
    id,
    column = "id",
  }: { table: string; event: "insert" | "update" | "delete"; id: string; column?: string },
  meanwhile: () => Promise<void>,
): Promise<void> {
  const name = sql.id(`refuse_${randomUUID()}`);
  await sql`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if coalesce(to_jsonb(new), to_jsonb(old)) ->> ${sql.lit(column)} = ${sql.lit(id)} then
        raise exception 'this row stays as it is';
      end if;
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger ${name} before ${sql.raw(event)} on ${sql.table(table)}
    for each row execute function ${name}()`.execute(db);
  try {
    await meanwhile();
  } finally {
    await sql`drop function ${name} cascade`.execute(db);
  }
}
