import { type Kysely, sql } from "kysely";

/**
 * Providers that cannot be asked: a refund is left to an operator, who makes it there by hand; and what an operator read
 * there of a payment is an act that may need a second one.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table refunds
      add column left_to_operator_at timestamptz,
      add check (left_to_operator_at is null or asked_by not in ('PRODUCT', 'PROVIDER')),
      -- The provider's own name of a refund, where it was made in its back office: by its own people, or by an operator.
      drop constraint refunds_check1,
      add check (provider_refund_ref is not null or asked_by <> 'PROVIDER'),
      add check (provider_refund_ref is null or asked_by = 'PROVIDER' or left_to_operator_at is not null)`.execute(
    db,
  );
  await sql`
    create index refunds_left_to_operator_idx on refunds (left_to_operator_at)
    where status = 'REQUESTED' and left_to_operator_at is not null`.execute(db);
  await sql`alter table operator_acts drop constraint operator_acts_kind_check`.execute(db);
  await sql`
    alter table operator_acts add constraint operator_acts_kind_check check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF',
      'SUSPENSE_KEPT', 'SUSPENSE_RETURNED', 'FREEZE_LIFTED', 'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED',
      'PAYOUT_BOUNCED', 'SETTLEMENT_REVERSED', 'PAYMENT_REPORTED', 'PROVIDER_REPORT'))`.execute(db);
}
