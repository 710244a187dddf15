import { type Kysely, sql } from "kysely";

/** What the account's pages need: earlier usernames that still lead to their creator, and accounts that are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table earlier_usernames (
      username text primary key check (username = lower(username)),
      user_id uuid not null references users on delete cascade,
      redirects_until timestamptz not null
    )`.execute(db);
  await sql`create index earlier_usernames_user_idx on earlier_usernames (user_id)`.execute(db);
  await sql`alter table users add column deleted_at timestamptz`.execute(db);
}
