import { type Kysely, sql } from "kysely";
import { runSqlFile } from "../sql-files.ts";
import { writeOnce } from "./write-once.ts";

export async function lateRefundFailures(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds add column failed_late_at timestamptz,
      add constraint refunds_failed_late_check check (failed_late_at is null or (status = 'FAILED' and done_at is not null))`.execute(
    db,
  );
}

export async function creditNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_notes (
      refund_id uuid primary key references refunds,
      number bigint not null unique check (number > 0),
      issued_at timestamptz not null
    )`.execute(db);
  await writeOnce(db, "credit_notes");
  await sql`create index refunds_done_idx on refunds (done_at, id) where status = 'DONE'`.execute(db);
  await runSqlFile(db, "17-document-functions.sql");
}

/** In the same series of numbers. */
export async function creditNoteCancellations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_note_cancellations (
      refund_id uuid primary key references credit_notes,
      number bigint not null unique check (number > 0),
      issued_at timestamptz not null
    )`.execute(db);
  await writeOnce(db, "credit_note_cancellations");
  await sql`create index refunds_failed_late_idx on refunds (failed_late_at, id) where failed_late_at is not null`.execute(
    db,
  );
  await runSqlFile(db, "17-document-functions.sql");
}

export async function refundFailures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund_failures (
      id uuid primary key,
      payment_id uuid not null,
      -- The refund's id, or the provider's own name of it.
      reference text not null,
      currency char(3) not null references currencies,
      amount_minor bigint not null check (amount_minor > 0),
      failed_at timestamptz not null,
      seen_at timestamptz,
      seen_by uuid references users,
      unique (payment_id, reference),
      check ((seen_at is null) = (seen_by is null))
    )`.execute(db);
  await sql`create index refund_failures_unseen_idx on refund_failures (failed_at, id) where seen_at is null`.execute(
    db,
  );
  await sql`
    insert into refund_failures (id, payment_id, reference, currency, amount_minor, failed_at)
    select id, payment_id, coalesce(provider_refund_ref, id::text), currency, amount_minor, failed_late_at
    from refunds where failed_late_at is not null and amount_minor > 0`.execute(db);
  await sql`
    alter table suspense_exits
      drop constraint suspense_exits_kind_check,
      add constraint suspense_exits_kind_check check (kind in ('REFUNDED', 'REFUNDED_ELSEWHERE', 'RETURNED_BY_PROVIDER',
        'RETURNED_BY_BANK', 'KEPT', 'DISPUTE_LOST', 'DISPUTE_REVERSED', 'REFUND_FAILED')),
      drop constraint suspense_exits_check,
      add constraint suspense_exits_check check (case when kind in ('DISPUTE_REVERSED', 'REFUND_FAILED')
        then greatest(amount_minor, beyond_minor) <= 0 else least(amount_minor, beyond_minor) >= 0 end)`.execute(
    db,
  );
  await sql`
    create unique index suspense_exits_failure_key on suspense_exits (payment_id, reference)
    where kind = 'REFUND_FAILED'`.execute(db);
}
