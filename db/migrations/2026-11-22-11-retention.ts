import { type Kysely, sql } from "kysely";

/** What the retention job looks things up by, and the one way by which the history of an unpaid payment ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tips_expired_idx on tips (updated_at, id) where status = 'EXPIRED'`.execute(db);
  await sql`
    create index tips_expired_words_idx on tips (updated_at, id)
    where status = 'EXPIRED' and (
      sender_name is not null or sender_email is not null or message is not null or image_id is not null)`.execute(
    db,
  );
  await sql`
    create index users_unconfirmed_idx on users (created_at, id)
    where status = 'CREATED' and email_verified_at is null and role = 'CREATOR'`.execute(db);
  await sql`create index mail_outbox_created_idx on mail_outbox (created_at, id)`.execute(db);
  await sql`create index demo_mailbox_at_idx on demo_mailbox (at, id)`.execute(db);
  await sql`create index provider_notices_handled_idx on provider_notices (handled_at, id)`.execute(db);
  await sql`create index api_tokens_expires_idx on api_tokens (expires_at, token_hash)`.execute(db);
  await sql`create index mailed_tokens_expires_idx on mailed_tokens (expires_at, token_hash)`.execute(db);
  await sql`create index pending_sign_ins_expires_idx on pending_sign_ins (expires_at, token_hash)`.execute(
    db,
  );
  await sql`
    create index earlier_usernames_until_idx on earlier_usernames (redirects_until, username)`.execute(db);
  await sql`create index rate_limits_expire_idx on rate_limits (expire)`.execute(db);
  await sql`create index sandbox_notices_created_idx on sandbox.notices (created_at, event_id)`.execute(db);
  await sql`
    create index sandbox_payments_unpaid_idx on sandbox.payments (created_at, ref)
    where state in ('FAILED', 'CANCELLED', 'EXPIRED')`.execute(db);
  await sql`create index payout_details_kept_idx on payout_details (created_at, id) where status in ('DECLINED', 'REPLACED', 'CODE_SENT')`.execute(
    db,
  );
  await forgetUnpaid(db);
}

/**
 * The history of a payment stays for ever if money ever moved, and the application's role may delete none of it. This
 * function alone forgets tips that ended unpaid, with their payments; what brought money, or is in the books, it leaves.
 */
async function forgetUnpaid(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function has_moved_money(payment uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
      select exists (select from payments p where p.id = payment and (
          p.settled_at is not null or p.status not in ('CREATED', 'REDIRECTED', 'FAILED')))
        or exists (select from refunds r where r.payment_id = payment)
        or exists (select from disputes d where d.payment_id = payment)
        or exists (select from ledger_transaction t where t.reference = 'payment:' || payment)
    $$`.execute(db);
  await sql`
    create function refuse_change_of_money() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      if tg_op = 'DELETE' and exists (select from payments p where p.id = old.payment_id)
        and not has_moved_money(old.payment_id) then return old;
      end if;
      raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`drop trigger payment_events_rows_stay on payment_events`.execute(db);
  await sql`
    create trigger payment_events_rows_stay before update or delete on payment_events
    for each row execute function refuse_change_of_money()`.execute(db);
  await sql`
    create function forget_unpaid_tips(given uuid[], ended_before timestamptz) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      forgotten uuid[];
      gone integer;
    begin
      -- The tip first, as whoever settles it does.
      perform from tips t where t.id = any(given) order by t.id for update;
      perform from payments p where p.tip_id = any(given) order by p.id for update;
      select array_agg(t.id) into forgotten from tips t
      where t.id = any(given) and t.status = 'EXPIRED' and t.paid_at is null and t.updated_at < ended_before
        and not exists (select from payments p where p.tip_id = t.id and has_moved_money(p.id))
        and not exists (select from tip_allocations a where a.tip_id = t.id);
      delete from payment_events e using payments p where e.payment_id = p.id and p.tip_id = any(forgotten);
      delete from payments where tip_id = any(forgotten);
      delete from tips where id = any(forgotten);
      get diagnostics gone = row_count;
      return gone;
    end $$`.execute(db);
  // The application's role is granted it with all the others (db/roles.ts).
  await sql`revoke execute on function forget_unpaid_tips from public`.execute(db);
}
