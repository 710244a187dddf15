import { type Kysely, sql } from "kysely";

/** A notice that a payout came back is kept beside its status: the bank's statement, or two operators, post the return. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table payouts
      add column return_reported_at timestamptz,
      add column return_reported_reason text,
      add constraint payouts_reported_check check (
        return_reported_at is null or status in ('PROCESSING', 'PAID', 'FAILED'))`.execute(db);
  await sql`create index payouts_reported_idx on payouts (return_reported_at)
    where return_reported_at is not null and status <> 'FAILED'`.execute(db);
  await sql`alter table bank_entries drop constraint bank_entries_outcome_check`.execute(db);
  await sql`alter table bank_entries add constraint bank_entries_outcome_check check (
    outcome in ('PAID', 'RETURNED', 'REPORTED', 'KNOWN', 'SETTLEMENT', 'REPEATED', 'EXCEPTION'))`.execute(db);
}
