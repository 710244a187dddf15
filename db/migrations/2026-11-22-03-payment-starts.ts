import { type Kysely, sql } from "kysely";

/**
 * From where payments were started, for a day: keyed hashes of address and network, by which stolen cards that are tried
 * out are noticed. How each ended stands in its payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_starts (
      payment_id uuid primary key references payments on delete cascade,
      tip_id uuid not null references tips on delete cascade,
      creator_id uuid not null references users,
      address_hash bytea not null,
      network_hash bytea not null,
      started_at timestamptz not null
    )`.execute(db);
  await sql`create index payment_starts_tip_idx on payment_starts (tip_id)`.execute(db);
  await sql`create index payment_starts_address_idx on payment_starts (address_hash, started_at)`.execute(db);
  await sql`create index payment_starts_network_idx on payment_starts (network_hash, started_at)`.execute(db);
  await sql`create index payment_starts_creator_idx on payment_starts (creator_id, started_at)`.execute(db);
  await sql`create index payment_starts_started_at_idx on payment_starts (started_at)`.execute(db);
  // Since when a tip waits for its payment to be let through, and until when at the latest.
  await sql`
    create table payment_waits (
      tip_id uuid primary key references tips on delete cascade,
      since timestamptz not null,
      wait_until timestamptz not null check (wait_until >= since)
    )`.execute(db);
  await sql`create index payment_waits_since_idx on payment_waits (since)`.execute(db);
}
