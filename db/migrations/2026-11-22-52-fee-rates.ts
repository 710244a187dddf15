import { type Kysely, sql } from "kysely";

/** A payment keeps the rate of its fee; until now all were made at 10 %. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table payments add column service_fee_bps integer not null default 1000
    check (service_fee_bps between 0 and 10000)`.execute(db);
  await sql`alter table payments alter column service_fee_bps drop default`.execute(db);
}
