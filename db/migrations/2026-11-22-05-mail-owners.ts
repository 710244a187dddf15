import { type Kysely, sql } from "kysely";

/** Whose account a mail is about, whatever address it goes to: it goes when the account is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_outbox add column user_id uuid references users on delete cascade`.execute(db);
  await sql`create index mail_outbox_user_idx on mail_outbox (user_id) where user_id is not null`.execute(db);
}
