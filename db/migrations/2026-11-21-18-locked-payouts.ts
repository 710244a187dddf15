import { type Kysely, sql } from "kysely";

/** Who asked for a payout in a locked creator's stead; null when its creator did, or the month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payouts add column requested_by uuid references users`.execute(db);
}
