import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table monthly_thanks (
      id uuid primary key,
      creator_id uuid not null references users,
      month date not null check (extract(day from month) = 1),
      message text not null check (char_length(message) <= 1000),
      mails_count integer not null check (mails_count > 0),
      created_at timestamptz not null,
      constraint monthly_thanks_once unique (creator_id, month)
    )`.execute(db);
}
