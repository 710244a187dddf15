import { type Kysely, sql } from "kysely";

/** Creators hear of monthly tips that begin and end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_deliveries
      drop constraint webhook_deliveries_type_check,
      add constraint webhook_deliveries_type_check check (type in ('tip.received', 'tip.refunded',
        'tip.charged_back', 'tip.thanked', 'goal.reached', 'monthly.started', 'monthly.ended', 'payout.paid',
        'voucher.redeemed', 'group.tip_received', 'group.member_joined', 'group.member_left', 'webhook.test'))`.execute(
    db,
  );
}
