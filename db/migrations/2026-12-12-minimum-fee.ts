import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments add column service_fee_minimum_minor bigint not null default 0,
      add constraint payments_service_fee_minimum_minor_check check (service_fee_minimum_minor >= 0) not valid`.execute(
    db,
  );
}
