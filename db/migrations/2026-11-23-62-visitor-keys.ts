import { type Kysely, sql } from "kysely";

/** How many visitors' keys a day has: beyond a bound who comes is counted without one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table traffic_days add column keys_count integer not null default 0`.execute(db);
  await sql`
    update traffic_days d set keys_count = k.keys
    from (select day, count(*) as keys from traffic_visitors group by day) k where k.day = d.day`.execute(db);
}
