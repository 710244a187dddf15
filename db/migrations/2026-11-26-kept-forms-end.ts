import { type Kysely, sql } from "kysely";

/** A refused form is shown by the answer to its post; none is kept any more (docs/decisions/080). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop table kept_forms`.execute(db);
}
