import { type Kysely, sql } from "kysely";

/** Verification: what was handed in and decided, and who looked at which document. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One row each time that a creator hands in; open until an operator has decided.
  await sql`
    create table verification_cases (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      handed_in_at timestamptz not null,
      decision text check (decision in ('ACCEPTED', 'DECLINED')),
      -- For a decline: what was wrong with which document.
      reasons jsonb not null default '{}',
      operator_id uuid references users,
      decided_at timestamptz,
      check ((decision is null) = (decided_at is null))
    )`.execute(db);
  await sql`
    create unique index verification_cases_open_key on verification_cases (user_id) where decision is null`.execute(
    db,
  );
  await sql`
    create index verification_cases_queue_idx on verification_cases (handed_in_at, id) where decision is null`.execute(
    db,
  );
  await sql`create index verification_cases_user_idx on verification_cases (user_id, handed_in_at)`.execute(
    db,
  );
  // Who was being checked before there were cases.
  await sql`
    insert into verification_cases (id, user_id, handed_in_at)
    select gen_random_uuid(), u.id, coalesce(max(e.at), u.updated_at)
    from users u left join account_status_events e on e.user_id = u.id and e.to_status = 'PENDING'
    where u.status = 'PENDING' group by u.id`.execute(db);

  // The log stays when the document is gone.
  await sql`
    create table document_views (
      id bigint generated always as identity primary key,
      document_id uuid not null,
      user_id uuid not null references users,
      kind text not null,
      viewer_id uuid not null references users,
      at timestamptz not null
    )`.execute(db);
  await sql`create index document_views_user_idx on document_views (user_id, id)`.execute(db);
  await sql`
    create trigger document_views_rows_stay before update or delete on document_views
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create index verification_documents_created_at_idx on verification_documents (created_at)`.execute(db);

  // The back office looks people up by the beginning of an address or a name, newest first.
  await sql`create index users_email_prefix_idx on users (lower(email) text_pattern_ops)`.execute(db);
  await sql`create index users_username_prefix_idx on users (lower(username) text_pattern_ops)`.execute(db);
  await sql`create index users_created_at_idx on users (created_at, id)`.execute(db);
}
