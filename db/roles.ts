import { type Kysely, sql } from "kysely";

/**
 * With DATABASE_MIGRATION_URL the tables belong to another role than the application's (docs/product.md, 2.2).
 * The application then may read and write, but can neither change nor delete what the ledger and the audit log say.
 * With one role for both there is nothing to grant: the triggers alone guard the ledger.
 */
export async function grantApplicationRole(db: Kysely<unknown>, applicationUrl: string): Promise<void> {
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(db);
  const role = decodeURIComponent(new URL(applicationUrl.replace(/^postgres(ql)?:/, "http:")).username);
  if (role === "" || rows[0]?.owner === role) return;
  const grantee = sql.id(role);
  for (const schema of ["public", "sandbox", "pgboss"]) {
    await sql`grant usage on schema ${sql.id(schema)} to ${grantee}`.execute(db);
    await sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${grantee}`.execute(
      db,
    );
    await sql`grant usage on all sequences in schema ${sql.id(schema)} to ${grantee}`.execute(db);
    await sql`grant execute on all functions in schema ${sql.id(schema)} to ${grantee}`.execute(db);
  }
  await sql`revoke update, delete on ledger_transaction, ledger_transfer, audit_log, payment_events, account_status_events, document_views from ${grantee}`.execute(
    db,
  );
}
