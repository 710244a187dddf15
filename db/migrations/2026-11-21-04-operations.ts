import { type Kysely, sql } from "kysely";

/** Mails on their way out, the operators' audit log, and the guards that keep history as it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_outbox (
      id uuid primary key,
      dedupe_key text not null unique,
      template text not null,
      locale char(2) not null check (locale in ('en', 'de')),
      recipient text not null,
      params jsonb not null,
      status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
      attempts integer not null default 0,
      last_error text,
      created_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`create index mail_outbox_queued_idx on mail_outbox (created_at) where status = 'QUEUED'`.execute(
    db,
  );

  // In demo mode a sent mail is put here instead of into the world, and shown on /dev/mail.
  await sql`
    create table demo_mailbox (
      id uuid primary key,
      recipient text not null,
      subject text not null,
      html text not null,
      text text not null,
      at timestamptz not null
    )`.execute(db);

  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      actor_id uuid references users,
      act text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      at timestamptz not null
    )`.execute(db);
  await sql`create index audit_log_subject_idx on audit_log (subject, id)`.execute(db);

  await sql`
    create table platform_marks (
      name text primary key,
      at timestamptz not null
    )`.execute(db);

  for (const table of ["audit_log", "payment_events", "account_status_events"]) {
    await sql`
      create trigger ${sql.id(`${table}_rows_stay`)} before update or delete on ${sql.id(table)}
      for each row execute function refuse_change()`.execute(db);
  }
}
