import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column thank_you_text text check (char_length(thank_you_text) between 1 and 6000)`.execute(
    db,
  );
  await sql`
    create index tips_read_idx on tips (creator_id, paid_at desc, id desc)
    where paid_at is not null and (status <> 'ACTIVE' or read_at is not null)`.execute(db);
}
