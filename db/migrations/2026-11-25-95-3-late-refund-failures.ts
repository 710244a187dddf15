import { type Kysely, sql } from "kysely";

/** A refund that was made, and failed days later: when it did; null for one that was never made. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table refunds add column failed_late_at timestamptz,
      add constraint refunds_failed_late_check check (failed_late_at is null or (status = 'FAILED' and done_at is not null))`.execute(
    db,
  );
}
