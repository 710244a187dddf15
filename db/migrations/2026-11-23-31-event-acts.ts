import { type Kysely, sql } from "kysely";

/**
 * What became of an event of a provider's file after it was read: our books knew it later, and it was taken in, or two
 * operators took back what had been posted for it. Each once, and each posts on its own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table settlement_event_acts (
      event_id uuid not null references settlement_events,
      act text not null check (act in ('TAKEN', 'REVERSED')),
      acted_at timestamptz not null,
      -- Who asked for it; nobody, where the product found that our books know it by now.
      operator_id uuid references users,
      reason text,
      primary key (event_id, act),
      check ((act = 'REVERSED') = (reason is not null)),
      check (act = 'TAKEN' or operator_id is not null)
    )`.execute(db);
  await sql`create index settlement_event_acts_time_idx on settlement_event_acts (acted_at)`.execute(db);
  await sql`
    create trigger settlement_event_acts_rows_stay before update or delete on settlement_event_acts
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger settlement_event_acts_table_stays before truncate on settlement_event_acts
    for each statement execute function refuse_change()`.execute(db);
  // A bank says a transfer's name in letters of its own.
  await sql`
    create index settlement_events_transfer_name_idx on settlement_events (lower(reference))
    where kind = 'TRANSFER'`.execute(db);
  await sql`drop index settlement_events_transfer_idx`.execute(db);
  // Settled by itself it names nobody: a booking of our bank, or an act of the event, says why.
  await sql`alter table settlement_exceptions drop constraint settlement_exceptions_check3`.execute(db);
  await sql`
    alter table settlement_exceptions add constraint settlement_exceptions_settled_check check (
      num_nonnulls(settled_by, settled_reason) in (0, 2)
      and (settled_at is not null or num_nonnulls(settled_by, settled_reason, entry_id) = 0)
      and (entry_id is null or settled_by is null))`.execute(db);
  await sql`alter table operator_acts drop constraint operator_acts_kind_check`.execute(db);
  await sql`
    alter table operator_acts add constraint operator_acts_kind_check check (kind in ('REFUND', 'GOODWILL', 'WRITE_OFF',
      'SUSPENSE_KEPT', 'SUSPENSE_RETURNED', 'FREEZE_LIFTED', 'PAYOUT_DATA', 'BATCH_RELEASE', 'PAYOUT_FAILED',
      'PAYOUT_BOUNCED', 'SETTLEMENT_REVERSED'))`.execute(db);
}
