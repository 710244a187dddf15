import { type Kysely, sql } from "kysely";

/**
 * A creator's thank-yous, and the two orders in which received tips are read: all by the time of payment, the new ones
 * by the time from which they can be seen. A new tip is found by its index, so that the account keeps no flag of its own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table tip_replies (
      id uuid primary key,
      tip_id uuid not null references tips on delete cascade,
      position smallint not null check (position between 1 and 2),
      message text not null check (char_length(message) between 1 and 1000),
      created_at timestamptz not null,
      unique (tip_id, position)
    )`.execute(db);
  await sql`
    create index tips_received_idx on tips (creator_id, paid_at desc, id desc) where paid_at is not null`.execute(
    db,
  );
  await sql`drop index tips_creator_idx`.execute(db);
  await sql`
    create index tips_unread_idx on tips (creator_id, activated_at desc, id desc)
    where status = 'ACTIVE' and read_at is null`.execute(db);
  await sql`alter table users drop column has_new_tips`.execute(db);
  // From when on the creator has said whether new tips are mailed; the dashboard asks until then.
  await sql`alter table users add column email_notifications_chosen_at timestamptz`.execute(db);
  await sql`update users set email_notifications_chosen_at = updated_at where email_notifications <> 'OFF'`.execute(
    db,
  );
}
