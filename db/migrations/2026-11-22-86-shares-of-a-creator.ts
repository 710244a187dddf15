import { type Kysely, sql } from "kysely";

/** One creator's shares are found by an index: making their sums anew, when an account goes, read everybody's. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index tip_allocations_creator_idx on tip_allocations (creator_id)`.execute(db);
}
