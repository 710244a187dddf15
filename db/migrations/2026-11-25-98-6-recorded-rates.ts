import { type Kysely, sql } from "kysely";

/**
 * When a rate was recorded: exports of a closed month read what was known when it was closed (docs/money.md, 8;
 * docs/decisions/078). Null is a rate of before this column, which every export knows. The chain says it, too, and of
 * rates of before what it said.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table reference_rates add column recorded_at timestamptz`.execute(db);
  await sql`
    create or replace function chain_digest(r reference_rates) returns bytea language sql stable parallel safe as $$
      select sha256(convert_to((jsonb_build_array(r.rate_date, r.currency, r.units_per_euro, r.source)
        || case when r.recorded_at is null then '[]' else jsonb_build_array(extract(epoch from r.recorded_at)) end
        )::text, 'UTF8'))
    $$`.execute(db);
  await sql`
    create or replace function decide_held_rate(which uuid, day date, becomes text, operator uuid, moment timestamptz)
    returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      held held_rates;
    begin
      perform require_operator(operator);
      update held_rates set decision = becomes, decided_by = operator, decided_at = moment
      where id = which and rate_date = day and decision is null returning * into held;
      if not found then
        return false;
      end if;
      if becomes = 'ACCEPTED' then
        insert into reference_rates (currency, rate_date, units_per_euro, source, recorded_at)
        values (held.currency, held.rate_date, held.units_per_euro, held.source, moment) on conflict do nothing;
      end if;
      insert into audit_log (actor_id, action, subject, before, after, at)
      values (operator, 'rate.' || lower(becomes), 'rate:' || which, null, jsonb_build_object('currency', held.currency,
        'rate_date', held.rate_date, 'units_per_euro', held.units_per_euro::text), moment);
      return true;
    end $$`.execute(db);
}
