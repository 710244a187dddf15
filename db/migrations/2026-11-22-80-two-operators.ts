import { type Kysely, sql } from "kysely";

/**
 * Acts of operators that may need a second one (docs/product.md, 6.12): those done alone count towards the day's limit,
 * those that wait are carried out when another operator approves them. A batch's file is made when it is released.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table operator_acts (
      id uuid primary key,
      kind text not null check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF', 'SUSPENSE_KEPT', 'FREEZE_LIFTED',
        'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED', 'PAYOUT_BOUNCED')),
      subject text not null,
      params jsonb not null,
      worth_eur_minor bigint not null check (worth_eur_minor >= 0),
      status text not null check (status in ('WAITING', 'DONE', 'DECLINED', 'VOID')),
      made_by uuid not null references users,
      made_at timestamptz not null,
      business_day date not null,
      decided_by uuid references users,
      decided_at timestamptz,
      decline_reason text,
      check (decided_by <> made_by),
      check ((status = 'WAITING') = (decided_at is null))
    )`.execute(db);
  await sql`create unique index operator_acts_one_waiting on operator_acts (kind, subject) where status = 'WAITING'`.execute(
    db,
  );
  await sql`create index operator_acts_queue_idx on operator_acts (made_at, id) where status = 'WAITING'`.execute(
    db,
  );
  await sql`create index operator_acts_day_idx on operator_acts (made_by, kind, business_day)`.execute(db);
  await sql`
    alter table payout_batches
      alter column file_name drop not null,
      alter column content_type drop not null,
      alter column file_encrypted drop not null,
      alter column file_sha256 drop not null,
      add column worth_eur_minor bigint not null default 0,
      add column file_payouts_count integer,
      add column file_total_minor bigint,
      add column released_by uuid references users,
      add column released_at timestamptz,
      add column fetched_at timestamptz,
      add check (released_by <> created_by),
      add check ((released_at is null) = (file_encrypted is null))`.execute(db);
  await sql`update payout_batches set released_at = created_at, fetched_at = created_at,
    file_payouts_count = payouts_count, file_total_minor = total_minor, worth_eur_minor = total_minor`.execute(
    db,
  );
  await sql`alter table payout_batches alter column worth_eur_minor drop default`.execute(db);
  await sql`create index operator_acts_subject_idx on operator_acts (subject) where status = 'WAITING'`.execute(
    db,
  );
  await sql`
    alter table payout_destinations
      add column confirmed_by uuid references users,
      add check (confirmed_by <> decided_by)`.execute(db);
}
