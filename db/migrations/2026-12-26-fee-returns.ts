import { type Kysely, sql } from "kysely";

/** The sandbox keeps what went back of a merchant's fee, which is said in total. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sandbox.payments
      add column fee_returned_minor bigint not null default 0,
      add constraint fee_returned_at_most check (fee_returned_minor between 0 and coalesce(application_fee_minor, 0)) not valid`.execute(
    db,
  );
  await sql`alter table sandbox.refunds drop column application_fee_minor`.execute(db);
}
