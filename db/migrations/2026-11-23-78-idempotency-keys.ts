import { type Kysely, sql } from "kysely";

/**
 * Calls that move money and were sent with an Idempotency-Key: whoever sends one again gets what the first one made. The key
 * is a keyed hash of who sent it and what they sent; of the answer only the thing that was made is kept.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table idempotency_keys (
      key_hash bytea primary key,
      body_hash bytea not null,
      subject_id uuid,
      begun_at timestamptz not null
    )`.execute(db);
  await sql`create index idempotency_keys_begun_idx on idempotency_keys (begun_at)`.execute(db);
}
