import { type Kysely, sql } from "kysely";

/** Credit notes for fees that went back with their VAT, in a series of their own: what they say, their refunds say. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table credit_notes (
      refund_id uuid primary key references refunds,
      number bigint not null unique check (number > 0),
      issued_at timestamptz not null
    )`.execute(db);
  await sql`
    create trigger credit_notes_rows_stay before update or delete on credit_notes
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger credit_notes_table_stays before truncate on credit_notes
    for each statement execute function refuse_change()`.execute(db);
  await sql`create index refunds_done_idx on refunds (done_at, id) where status = 'DONE'`.execute(db);
  await sql`
    create or replace function lock_document_series(series text) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      found bigint;
    begin
      if series not in ('payout', 'month', 'credit') then
        raise exception 'no series of documents is called %', series using errcode = 'invalid_parameter_value';
      end if;
      insert into document_series (name) values (series) on conflict do nothing;
      select last_number into found from document_series where name = series for update;
      return found;
    end $$`.execute(db);
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
        select count(*), max(number) into documents, highest from credit_notes where number > last;
      else
        select count(*), max(number) into documents, highest from month_statements where number > last;
      end if;
      if up_to <> coalesce(highest, last) or documents <> up_to - last then
        raise exception 'the documents of % do not follow number %', series, last using errcode = 'restrict_violation';
      end if;
      update document_series set last_number = up_to where name = series;
    end $$`.execute(db);
}
