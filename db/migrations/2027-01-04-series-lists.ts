import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tip_series_newest on tip_series (created_at desc, id desc) where status <> 'BEGUN'`.execute(
    db,
  );
  await sql`create index tip_series_of_email on tip_series (lower(sender_email) text_pattern_ops) where sender_email is not null`.execute(
    db,
  );
  await sql`drop index tip_series_of_fan`.execute(db);
  await sql`create index mail_outbox_of_series on mail_outbox (dedupe_key text_pattern_ops) where template = 'series'`.execute(
    db,
  );
}
