import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Clearing is kept by provider: the account's owner names it. So far there was the sandbox alone. The account keeps its
 * id, which the transfers refer to; they are not touched.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`update ledger_account set owner = 'sandbox' where code = 'psp_clearing' and owner = ''`.execute(
    db,
  );
  await sql`
    alter table ledger_account add constraint ledger_account_clearing_has_provider
    check (code <> 'psp_clearing' or owner <> '')`.execute(db);
}
