import { type Kysely, sql } from "kysely";

/**
 * What providers' files tell besides: payments and refunds that failed after they were told, fees that were given back, and
 * what was collected from our bank (docs/decisions/036).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table settlement_events drop constraint settlement_events_kind_check`.execute(db);
  await sql`
    alter table settlement_events add constraint settlement_events_kind_check check (kind in ('PAYMENT', 'REFUND',
      'DISPUTE', 'DISPUTE_REVERSED', 'PAYMENT_FAILED', 'REFUND_FAILED', 'CHARGEBACK_FEE', 'FEE',
      'CHARGEBACK_FEE_RETURNED', 'FEE_RETURNED', 'TRANSFER', 'COLLECTION', 'CONVERSION'))`.execute(db);
  await sql`alter table settlement_exceptions drop constraint settlement_exceptions_reason_check`.execute(db);
  await sql`
    alter table settlement_exceptions add constraint settlement_exceptions_reason_check check (reason in (
      'unknown_payment', 'unknown_refund', 'unknown_dispute', 'payment_state', 'refund_state', 'dispute_state', 'amount',
      'currency', 'told_twice', 'other_facts', 'not_at_bank'))`.execute(db);
  // What our bank has to show goes both ways.
  await sql`drop index settlement_events_transfer_name_idx`.execute(db);
  await sql`
    create index settlement_events_transfer_name_idx on settlement_events (lower(reference))
    where kind in ('TRANSFER', 'COLLECTION')`.execute(db);
  await sql`drop index settlement_events_transfer_amount_idx`.execute(db);
  await sql`
    create index settlement_events_transfer_amount_idx on settlement_events (currency, gross_minor)
    where kind in ('TRANSFER', 'COLLECTION')`.execute(db);
  await sql`drop index bank_entries_unmatched_idx`.execute(db);
  await sql`
    create index bank_entries_unmatched_idx on bank_entries (currency, amount_minor)
    where outcome = 'EXCEPTION'`.execute(db);
}
