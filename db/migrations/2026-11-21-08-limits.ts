import { type Kysely, sql } from "kysely";

/** The counters of rate-limiter-flexible, shared by all processes. Losing them in a crash does no harm: unlogged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
}
