-- Changes of payout data and batches. Also run by the upgrade of older databases.

-- Its owner has entered the code of the mail in time.
create or replace function confirm_payout_destination(which uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payout_destinations
  set status = 'PENDING', confirmed_at = moment, code_expires_at = null, code_tries_left = null
  where id = which and status = 'CODE_SENT' and code_expires_at > moment and code_tries_left > 0;
  if not found then
    raise exception 'only payout data with an open code is confirmed' using errcode = 'restrict_violation';
  end if;
end $$;
revoke execute on function confirm_payout_destination(uuid, timestamptz) from public;

-- Returns the masked account, null when it does not wait for a decision. What was accepted before is replaced.
create or replace function decide_payout_destination(which uuid, becomes text, operator uuid, why text,
  moment timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decided payout_destinations;
begin
  perform require_operator(operator);
  select * into decided from payout_destinations where id = which and status = 'PENDING' for update;
  if not found then
    return null;
  end if;
  if becomes not in ('ACCEPTED', 'DECLINED') or (becomes = 'ACCEPTED' and exists (
    select from payouts where creator_id = decided.user_id and status in ('REQUESTED', 'PROCESSING'))) then
    raise exception 'payout data cannot become % now', becomes using errcode = 'restrict_violation';
  end if;
  if becomes = 'ACCEPTED' then
    update payout_destinations set status = 'REPLACED' where user_id = decided.user_id and status = 'ACCEPTED';
  end if;
  update payout_destinations
  set status = becomes, decided_at = moment, decided_by = operator, decline_reason = why where id = which;
  insert into audit_log (actor_id, action, subject, before, after, at)
  values (operator, 'payout_data.' || lower(becomes), 'user:' || decided.user_id, '{"status": "PENDING"}',
    jsonb_build_object('status', becomes), moment);
  return decided.masked_account;
end $$;
revoke execute on function decide_payout_destination(uuid, text, uuid, text, timestamptz) from public;

-- A second operator has looked at it, by an act that requests that.
create or replace function check_payout_destination(which uuid, operator uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform require_operator(operator);
  if not exists (select from operator_acts where kind = 'PAYOUT_DATA' and status = 'WAITING'
    and subject = 'payout_destination:' || which) then
    raise exception 'nobody was asked to look at this payout data' using errcode = 'restrict_violation';
  end if;
  update payout_destinations d set confirmed_by = operator
  where id = which and decided_by <> operator and (status = 'ACCEPTED' or exists (
    select from payouts p where p.details_id = d.id and p.status in ('REQUESTED', 'PROCESSING')));
  return found;
end $$;
revoke execute on function check_payout_destination(uuid, uuid) from public;

-- An address is taken back, an account is deleted, the legal time is over: no account takes the place of another.
create or replace function restore_payout_destination(account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payout_destinations set status = 'ACCEPTED' where id = (
    select id from payout_destinations
    where user_id = account and status = 'REPLACED' and octet_length(encrypted) > 0
    order by decided_at desc limit 1);
end $$;
revoke execute on function restore_payout_destination(uuid) from public;

create or replace function forget_payout_destinations(account uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payout_destinations set status = 'REPLACED', masked_account = '', decline_reason = null,
    code_expires_at = null, code_tries_left = null
  where user_id = account;
end $$;
revoke execute on function forget_payout_destinations(uuid) from public;

create or replace function empty_payout_destinations(which uuid[], unpaid_since timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  emptied integer;
begin
  update payout_destinations d set encrypted = ''::bytea, masked_account = ''
  where id = any(which) and status in ('DECLINED', 'REPLACED', 'CODE_SENT') and not exists (
    select from payouts o where o.details_id = d.id and (o.status in ('REQUESTED', 'PROCESSING')
      or coalesce(o.paid_at, o.requested_at) >= unpaid_since));
  get diagnostics emptied = row_count;
  return emptied;
end $$;
revoke execute on function empty_payout_destinations(uuid[], timestamptz) from public;

-- The file of a batch has its payouts, and another operator than its maker releases it; where one works alone,
-- none.
create or replace function release_payout_batch(which uuid, operator uuid, moment timestamptz, name text, type text,
  digest bytea, content bytea) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  batch payout_batches;
  counted integer;
  total bigint;
begin
  select * into batch from payout_batches where id = which for update;
  select count(*), coalesce(sum(net_minor), 0) into counted, total
  from payouts where batch_id = which and status = 'PROCESSING';
  if batch.released_at is not null or counted = 0 or exists (select from payout_freezes where lifted_at is null) then
    raise exception 'this batch cannot be released' using errcode = 'restrict_violation';
  end if;
  if operator is not null then
    perform require_operator(operator);
    if not exists (select from operator_acts where kind = 'BATCH_RELEASE' and status = 'WAITING'
      and subject = 'payout_batch:' || which and made_by <> operator) then
      raise exception 'nobody else asked to release this batch' using errcode = 'restrict_violation';
    end if;
  end if;
  update payout_batches set released_by = operator, released_at = moment, file_payouts_count = counted,
    file_total_minor = total, file_name = name, content_type = type, file_sha256 = digest, file_encrypted = content
  where id = which;
  insert into audit_log (actor_id, action, subject, before, after, at)
  values (coalesce(operator, batch.created_by), 'payouts.released', 'payout_batch:' || which, null,
    jsonb_build_object('payouts', counted, 'currency', batch.currency, 'total_minor', total,
      'sha256', encode(digest, 'hex')), moment);
end $$;
revoke execute on function release_payout_batch(uuid, uuid, timestamptz, text, text, bytea, bytea) from public;

create or replace function reopen_payout_batch(which uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update payout_batches set released_by = null, released_at = null, file_payouts_count = null,
    file_total_minor = null, file_name = null, content_type = null, file_encrypted = null, file_sha256 = null
  where id = which and fetched_at is null;
  if not found then
    raise exception 'the bank may have the file of this batch' using errcode = 'restrict_violation';
  end if;
end $$;
revoke execute on function reopen_payout_batch(uuid) from public;
