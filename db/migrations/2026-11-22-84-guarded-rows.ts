import { type Kysely, sql } from "kysely";

/**
 * What the application may do only by a function that checks, where the tables belong to a role of their own
 * (db/roles.ts): give out numbers of documents, and make an operator. And no table that is only added to can be emptied
 * at once, not even by its owner.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ["audit_log", "payment_events", "account_status_events", "document_views"])
    await sql`
      create trigger ${sql.id(`${table}_table_stays`)} before truncate on ${sql.id(table)}
      for each statement execute function refuse_change()`.execute(db);
  await numberDocuments(db);
  await makeOperators(db);
}

/** A series moves on by the documents that bear its next numbers, and in no other way. */
async function numberDocuments(db: Kysely<never>): Promise<void> {
  await sql`
    create function lock_document_series(series text) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      found bigint;
    begin
      if series not in ('payout', 'month') then
        raise exception 'no series of documents is called %', series using errcode = 'invalid_parameter_value';
      end if;
      insert into document_series (name) values (series) on conflict do nothing;
      select last_number into found from document_series where name = series for update;
      return found;
    end $$`.execute(db);
  await sql`
    create function advance_document_series(series text, up_to bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      last bigint := lock_document_series(series);
      documents bigint;
      highest bigint;
    begin
      if series = 'payout' then
        -- A statement that is cancelled is so by a document of the same series (2026-11-22-88).
        select count(*), max(number) into documents, highest from (
          select number from payout_statements union all select number from statement_cancellations
        ) as issued where number > last;
      else
        select count(*), max(number) into documents, highest from month_statements where number > last;
      end if;
      if up_to <> coalesce(highest, last) or documents <> up_to - last then
        raise exception 'the documents of % do not follow number %', series, last using errcode = 'restrict_violation';
      end if;
      update document_series set last_number = up_to where name = series;
    end $$`.execute(db);
  for (const name of ["lock_document_series(text)", "advance_document_series(text, bigint)"])
    await sql`revoke execute on function ${sql.raw(name)} from public`.execute(db);
}

/** Of an account that the same transaction has made, with a second factor in use; never without a line in the log. */
async function makeOperators(db: Kysely<never>): Promise<void> {
  await sql`
    create function make_operator(account uuid, made_at timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update users set role = 'ADMIN' where id = account and role = 'CREATOR' and username is null
        and xmin = pg_current_xact_id()::xid
        and exists (select from second_factors f where f.user_id = account and f.confirmed_at is not null);
      if not found then
        raise exception 'only a new account with a second factor becomes an operator' using errcode = 'restrict_violation';
      end if;
      insert into audit_log (actor_id, action, subject, after, at)
      values (null, 'operator.created', 'user:' || account, '{"role": "ADMIN"}', made_at);
    end $$`.execute(db);
  await sql`revoke execute on function make_operator(uuid, timestamptz) from public`.execute(db);
}
