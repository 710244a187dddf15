import { type Kysely, sql } from "kysely";

/** The postings of an account are read in the order of their transactions, page by page: in place of the indexes by account alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index ledger_transfer_debit_order_idx on ledger_transfer (debit_account, transaction_id)`.execute(
    db,
  );
  await sql`create index ledger_transfer_credit_order_idx on ledger_transfer (credit_account, transaction_id)`.execute(
    db,
  );
  await sql`drop index ledger_transfer_debit_idx`.execute(db);
  await sql`drop index ledger_transfer_credit_idx`.execute(db);
}
