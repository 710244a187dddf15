import { type Kysely, sql } from "kysely";

/** The history of an account's status knows no other statuses than the account. */
export async function up(db: Kysely<never>): Promise<void> {
  const statuses = sql.raw("'CREATED', 'PENDING', 'ACTIVE', 'DECLINED', 'LOCKED', 'CHARGEBACK'");
  for (const column of ["from_status", "to_status"])
    await sql`alter table account_status_events add check (${sql.id(column)} in (${statuses}))`.execute(db);
}
