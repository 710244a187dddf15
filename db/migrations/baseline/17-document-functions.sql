-- Numbers of documents. Also run by the upgrade of older databases.

-- The application gives out numbers of documents by these functions alone (db/roles.ts). A series advances by the
-- documents that have its next numbers, and in no other way.
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
end $$;
revoke execute on function lock_document_series(text) from public;

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
end $$;
revoke execute on function advance_document_series(text, bigint) from public;
