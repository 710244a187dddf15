import { type Kysely, sql } from "kysely";

/**
 * A buyer withdraws whoever waits with the voucher, and the days that a redemption waited before it was given back prolong
 * the voucher, those of before too. Each begun day counts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table voucher_redemptions drop constraint voucher_redemptions_return_reason_check,
      add constraint voucher_redemptions_return_reason_check
        check (return_reason in ('LOCKED', 'DELETED', 'TIME', 'DISPUTED', 'WITHDRAWN'))`.execute(db);
  await sql`
    alter table vouchers add column waited_days integer not null default 0 check (waited_days >= 0)`.execute(
    db,
  );
  await sql`
    with waited as (
      select voucher_id, sum(ceil(extract(epoch from ended_at - asked_at) / 86400))::integer as days
      from voucher_redemptions where status = 'RETURNED' group by voucher_id
    )
    update vouchers v set waited_days = waited.days, expires_at =
      ((v.expires_at at time zone 'Europe/Berlin') + make_interval(days => waited.days)) at time zone 'Europe/Berlin'
    from waited where waited.voucher_id = v.id`.execute(db);
}
