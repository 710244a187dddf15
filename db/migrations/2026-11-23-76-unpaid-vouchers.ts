import { type Kysely, sql } from "kysely";

/** Vouchers that nobody paid end as tips do: they lapse, are emptied, and go with their payments. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index vouchers_unpaid_idx`.execute(db);
  await sql`
    create index vouchers_unpaid_idx on vouchers (updated_at, id) where status in ('DRAFT', 'AWAITING_PAYMENT')`.execute(
    db,
  );
  await sql`create index vouchers_lapsed_idx on vouchers (updated_at, id) where status = 'LAPSED'`.execute(
    db,
  );
  await sql`
    create index vouchers_lapsed_words_idx on vouchers (updated_at, id)
    where status = 'LAPSED' and (sender_name is not null or email is not null or message is not null)`.execute(
    db,
  );
  await sql`
    create index vouchers_ended_words_idx on vouchers (ended_at, id)
    where sender_name is not null or email is not null or message is not null`.execute(db);
  await sql`
    create function forget_unpaid_vouchers(given uuid[], ended_before timestamptz) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      forgotten uuid[];
      gone integer;
    begin
      -- The voucher first, as whoever settles it does.
      perform from vouchers v where v.id = any(given) order by v.id for update;
      perform from payments p where p.voucher_id = any(given) order by p.id for update;
      select array_agg(v.id) into forgotten from vouchers v
      where v.id = any(given) and v.status = 'LAPSED' and v.updated_at < ended_before
        and not exists (select from payments p where p.voucher_id = v.id and has_moved_money(p.id))
        and not exists (select from voucher_redemptions r where r.voucher_id = v.id)
        and not exists (select from tips t where t.voucher_id = v.id);
      delete from payment_events e using payments p where e.payment_id = p.id and p.voucher_id = any(forgotten);
      delete from payments where voucher_id = any(forgotten);
      delete from vouchers where id = any(forgotten);
      get diagnostics gone = row_count;
      return gone;
    end $$`.execute(db);
  // The application's role is granted it with all the others (db/roles.ts).
  await sql`revoke execute on function forget_unpaid_vouchers from public`.execute(db);
}
