import { type Kysely, sql } from "kysely";

/** Operators see which deleted accounts have money: what a bank sent back after its owner had left. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index users_deleted_idx on users (deleted_at) where deleted_at is not null`.execute(db);
}
