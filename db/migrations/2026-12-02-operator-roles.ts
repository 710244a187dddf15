import { type Kysely, sql } from "kysely";

/**
 * Earlier operators are ADMIN. An invitation becomes an account with its id. FINANCE and ADMIN decide money,
 * ADMIN alone decides operators.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users drop constraint users_role_check, add constraint users_role_check
      check (role in ('CREATOR', 'SUPPORT', 'MODERATOR', 'FINANCE', 'ADMIN'))`.execute(db);
  await sql`create index users_operators_idx on users (role) where role <> 'CREATOR'`.execute(db);
  await sql`
    alter table operator_acts drop constraint operator_acts_kind_check, add constraint operator_acts_kind_check
      check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF', 'SUSPENSE_KEPT', 'SUSPENSE_RETURNED',
        'FREEZE_LIFTED', 'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED', 'PAYOUT_BOUNCED', 'SETTLEMENT_REVERSED',
        'PAYMENT_REPORTED', 'PROVIDER_REPORT', 'CORRECTION', 'CORRECTION_REVERSED', 'SETTLEMENT_TAKEN', 'RATE_LEAP',
        'BATCH_WITHDRAWN', 'PAYOUT_PAID', 'OPERATOR_INVITED', 'OPERATOR_ROLE'))`.execute(db);
  await sql`
    create table operator_invitations (
      id uuid primary key,
      email text not null,
      role text not null check (role in ('SUPPORT', 'MODERATOR', 'FINANCE', 'ADMIN')),
      locale text,
      made_by uuid not null references users,
      made_at timestamptz not null
    )`.execute(db);
  await sql`create unique index operator_invitations_email_key on operator_invitations (lower(email))`.execute(
    db,
  );
  await sql`
    alter table mailed_tokens drop constraint mailed_tokens_purpose_check,
      add constraint mailed_tokens_purpose_check
      check (purpose in ('register', 'password', 'email', 'deletion', 'operator'))`.execute(db);
  await createFunctions(db);
}

async function createFunctions(db: Kysely<unknown>): Promise<void> {
  for (const [name, of] of [
    ["require_operator", "'FINANCE', 'ADMIN'"],
    ["require_admin", "'ADMIN'"],
  ])
    await sql
      .raw(`
      create or replace function ${name}(account uuid) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if not exists (select from users where id = account and role in (${of}) and deleted_at is null) then
          raise exception 'this operator may not decide this' using errcode = 'restrict_violation';
        end if;
      end $$;
      revoke execute on function ${name}(uuid) from public`)
      .execute(db);
  await sql`
    create or replace function decide_operator_act(which uuid, becomes text, operator uuid, why text,
      moment timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if operator is not null then
        if exists (select from operator_acts where id = which and kind in ('OPERATOR_INVITED', 'OPERATOR_ROLE')) then
          perform require_admin(operator);
        else
          perform require_operator(operator);
        end if;
      end if;
      update operator_acts set status = becomes, decided_at = moment, decided_by = operator, decline_reason = why
      where id = which and becomes in ('DONE', 'DECLINED', 'VOID')
        -- What it does may have ended the wait for itself, in the same transaction.
        and (status = 'WAITING' or (status = 'VOID' and xmin = pg_current_xact_id()::xid));
      if not found then
        raise exception 'only an act that waits is decided' using errcode = 'restrict_violation';
      end if;
    end $$`.execute(db);
  await sql`drop function make_operator(uuid, timestamptz)`.execute(db);
  // Only for an account of the same transaction, with a confirmed second factor and an audit entry.
  await sql`
    create function make_operator(account uuid, becomes text, moment timestamptz) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update users set role = becomes where id = account and role = 'CREATOR' and username is null
        and becomes <> 'CREATOR' and xmin = pg_current_xact_id()::xid
        and exists (select from second_factors f where f.user_id = account and f.confirmed_at is not null);
      if not found then
        raise exception 'only a new account with a second factor becomes an operator' using errcode = 'restrict_violation';
      end if;
      insert into audit_log (actor_id, action, subject, after, at)
      values (null, 'operator.created', 'user:' || account, jsonb_build_object('role', becomes), moment);
    end $$`.execute(db);
  await sql`revoke execute on function make_operator(uuid, text, timestamptz) from public`.execute(db);
  // By an approved act, or by the command line. False where no ADMIN would remain, or nothing changes.
  await sql`
    create function change_operator_role(account uuid, becomes text, act uuid, operator uuid, moment timestamptz)
    returns boolean
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      before text;
    begin
      perform pg_advisory_xact_lock(hashtextextended('operators', 0));
      if act is not null then
        perform require_admin(operator);
        if operator = account or not exists (select from operator_acts where id = act and kind = 'OPERATOR_ROLE'
          and status = 'WAITING' and subject = 'operator:' || account and made_by <> operator
          and params ->> 'role' = becomes) then
          raise exception 'no other operator asked for this role' using errcode = 'restrict_violation';
        end if;
      end if;
      select role into before from users
      where id = account and role not in ('CREATOR', becomes) and becomes <> 'CREATOR' and deleted_at is null
      for no key update;
      if before is null or (before = 'ADMIN' and not exists (
        select from users
        where role = 'ADMIN' and deleted_at is null and password_hash is not null and id <> account)) then
        return false;
      end if;
      update users set role = becomes, updated_at = moment where id = account;
      insert into audit_log (actor_id, action, subject, before, after, at)
      values (operator, 'operator.role_changed', 'user:' || account, jsonb_build_object('role', before),
        jsonb_build_object('role', becomes), moment);
      return true;
    end $$`.execute(db);
  await sql`
    revoke execute on function change_operator_role(uuid, text, uuid, uuid, timestamptz) from public`.execute(
    db,
  );
}
