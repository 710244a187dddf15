import { type Kysely, sql } from "kysely";

/**
 * What came first, an email change or payout data: by the database's clock and under the account's lock, since the clocks
 * of several processes differ. Older rows keep the times that they have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = { email_changes: "changed_at", payout_details: "created_at" } as const;
  for (const [table, time] of Object.entries(columns)) {
    await sql`alter table ${sql.table(table)} add column recorded_at timestamptz`.execute(db);
    await sql`update ${sql.table(table)} set recorded_at = ${sql.ref(time)}`.execute(db);
    await sql`
      alter table ${sql.table(table)}
        alter column recorded_at set not null,
        alter column recorded_at set default clock_timestamp()`.execute(db);
  }
}
