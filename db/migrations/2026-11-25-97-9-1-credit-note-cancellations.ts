import { type Kysely, sql } from "kysely";

/** A credit note whose refund failed after it was made is cancelled, by a document with a number of the same series. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table credit_note_cancellations (
      refund_id uuid primary key references credit_notes,
      number bigint not null unique check (number > 0),
      issued_at timestamptz not null
    )`.execute(db);
  await sql`
    create trigger credit_note_cancellations_rows_stay before update or delete on credit_note_cancellations
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger credit_note_cancellations_table_stays before truncate on credit_note_cancellations
    for each statement execute function refuse_change()`.execute(db);
  await sql`create index refunds_failed_late_idx on refunds (failed_late_at, id) where failed_late_at is not null`.execute(
    db,
  );
  await sql`
    create or replace function advance_document_series(series text, up_to bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      last bigint := lock_document_series(series);
      documents bigint;
      highest bigint;
    begin
      if series = 'payout' then
        select count(*), max(number) into documents, highest from (
          select number from payout_statements union all select number from statement_cancellations
        ) as issued where number > last;
      elsif series = 'credit' then
        select count(*), max(number) into documents, highest from (
          select number from credit_notes union all select number from credit_note_cancellations
        ) as issued where number > last;
      else
        select count(*), max(number) into documents, highest from month_statements where number > last;
      end if;
      if up_to <> coalesce(highest, last) or documents <> up_to - last then
        raise exception 'the documents of % do not follow number %', series, last using errcode = 'restrict_violation';
      end if;
      update document_series set last_number = up_to where name = series;
    end $$`.execute(db);
}
