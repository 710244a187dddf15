import { type Kysely, sql } from "kysely";

/** An email change can be undone for some days: the address before it, and the hash of the link in that address's mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      old_email text not null check (length(old_email) between 3 and 254),
      new_email text not null check (length(new_email) between 3 and 254),
      undo_hash bytea not null unique,
      changed_at timestamptz not null,
      undo_until timestamptz not null check (undo_until > changed_at)
    )`.execute(db);
  await sql`create index email_changes_user_idx on email_changes (user_id, changed_at)`.execute(db);
  await sql`create index email_changes_old_email_idx on email_changes (lower(old_email))`.execute(db);
  await sql`create index email_changes_undo_until_idx on email_changes (undo_until)`.execute(db);
  // On the user's own row, so that whoever locks the row to pay out sees a change of this very moment.
  await sql`alter table users add column email_undo_until timestamptz`.execute(db);
  await sql`
    create index users_email_undo_until_idx on users (email_undo_until) where email_undo_until is not null`.execute(
    db,
  );
  // Null for codes from before this column.
  await sql`alter table recovery_codes add column created_at timestamptz`.execute(db);
}
