-- Decisions of operators. Also run by the upgrade of older databases.

-- What the application may do only by a function that checks, where the tables belong to a role of their own
-- (db/roles.ts). The actor has to be an operator, and each decision about money writes its audit entry itself.
create or replace function require_operator(account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from users where id = account and role = 'ADMIN' and deleted_at is null) then
    raise exception 'only an operator decides this' using errcode = 'restrict_violation';
  end if;
end $$;
revoke execute on function require_operator(uuid) from public;

-- An act is decided once; without an operator by its maker, or where one works alone.
create or replace function decide_operator_act(which uuid, becomes text, operator uuid, why text,
  moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if operator is not null then
    perform require_operator(operator);
  end if;
  update operator_acts set status = becomes, decided_at = moment, decided_by = operator, decline_reason = why
  where id = which and becomes in ('DONE', 'DECLINED', 'VOID')
    -- What it does may have ended the wait for itself, in the same transaction.
    and (status = 'WAITING' or (status = 'VOID' and xmin = pg_current_xact_id()::xid));
  if not found then
    raise exception 'only an act that waits is decided' using errcode = 'restrict_violation';
  end if;
end $$;
revoke execute on function decide_operator_act(uuid, text, uuid, text, timestamptz) from public;

create or replace function void_operator_acts(kinds text[], subjects text[], moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update operator_acts set status = 'VOID', decided_at = moment
  where kind = any(kinds) and subject = any(subjects) and status = 'WAITING';
end $$;
revoke execute on function void_operator_acts(text[], text[], timestamptz) from public;

-- Returns false when it was decided before, or a newer rate replaced it.
create or replace function decide_held_rate(which uuid, day date, becomes text, operator uuid,
  moment timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function decide_held_rate(uuid, date, text, uuid, timestamptz) from public;
