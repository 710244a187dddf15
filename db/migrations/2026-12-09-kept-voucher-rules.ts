import { type Kysely, sql } from "kysely";

/** A voucher keeps the years and days of its purchase. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table vouchers
      add column valid_years smallint not null default 3 check (valid_years between 3 and 10),
      add column withdrawal_days smallint not null default 14 check (withdrawal_days between 14 and 60)`.execute(
    db,
  );
}
