import { type Kysely, sql } from "kysely";

/** Where an account signed in before: such a device and network are not locked out by what strangers try. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One row a browser and account: only the hash of the cookie, which changes with each sign-in.
  await sql`
    create table known_devices (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      token_hash bytea not null,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      unique (token_hash, user_id)
    )`.execute(db);
  await sql`create index known_devices_user_idx on known_devices (user_id, last_used_at)`.execute(db);
  await sql`create index known_devices_last_used_at_idx on known_devices (last_used_at)`.execute(db);
  // A keyed hash of the network, so that the table tells nobody where people are.
  await sql`
    create table known_networks (
      user_id uuid not null references users on delete cascade,
      network_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, network_hash)
    )`.execute(db);
  await sql`create index known_networks_last_used_at_idx on known_networks (last_used_at)`.execute(db);
  await sql`alter table sessions add column device_id uuid references known_devices on delete set null`.execute(
    db,
  );
  await sql`create index sessions_device_idx on sessions (device_id) where device_id is not null`.execute(db);
}
