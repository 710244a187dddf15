import { type Kysely, sql } from "kysely";

/** Kosovo, which has no code of ISO 3166-1 and is XK by agreement: in new databases it is there from the beginning. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into countries values (250, 'XK') on conflict do nothing`.execute(db);
}
