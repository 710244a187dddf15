import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.ts";

export const REFUSAL = "error: this row stays as it is";

/** Has PostgreSQL refuse to change or delete one row while `meanwhile` runs. */
export async function whileRefused(
  db: Kysely<DB>,
  given: { table: string; event: "update" | "delete"; id: string },
  meanwhile: () => Promise<void>,
): Promise<void> {
  const name = sql.id(`refuse_${randomUUID()}`);
  await sql`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      if old.id = ${sql.lit(given.id)}::uuid then raise exception 'this row stays as it is'; end if;
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger ${name} before ${sql.raw(given.event)} on ${sql.table(given.table)}
    for each row execute function ${name}()`.execute(db);
  try {
    await meanwhile();
  } finally {
    await sql`drop function ${name} cascade`.execute(db);
  }
}
