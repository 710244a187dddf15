import { type Kysely, sql } from "kysely";

/**
 * Accounts at the chat server that creators have linked with their own, and links that were asked for there. The index finds
 * the creators whose tips are told at a server.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table chat_links (
      user_id uuid primary key references users on delete cascade,
      chat_user_id text not null unique,
      chat_name text not null,
      linked_at timestamptz not null
    )`.execute(db);
  await sql`
    create table chat_link_requests (
      id uuid primary key,
      chat_user_id text not null unique,
      chat_name text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index chat_link_requests_expires_idx on chat_link_requests (expires_at, id)`.execute(db);
  await sql`
    create index microblog_links_server_idx on microblog_links (network, split_part(account_id, '/', 1), linked_at)`.execute(
    db,
  );
}
