import { type Kysely, sql } from "kysely";

/** What waits for one creator is found by an index of its own: it was looked for among the waiting shares of everybody. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index tip_allocations_waiting_idx on tip_allocations (creator_id, currency) where released_at is null`.execute(
    db,
  );
}
