import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_notes (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      words text not null check (char_length(words) between 1 and 2000),
      written_by uuid not null references users,
      written_at timestamptz not null
    )`.execute(db);
  await sql`create index support_notes_user_idx on support_notes (user_id, written_at desc, id desc)`.execute(
    db,
  );
  await sql`create index support_notes_written_idx on support_notes (written_at)`.execute(db);
  await sql`
    create trigger support_notes_words_stay before update on support_notes
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create index mail_outbox_user_newest_idx on mail_outbox (user_id, created_at desc, id desc)
    where user_id is not null`.execute(db);
  await sql`drop index mail_outbox_user_idx`.execute(db);
}
