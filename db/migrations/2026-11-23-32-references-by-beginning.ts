import { type Kysely, sql } from "kysely";

/** What was posted is looked up by the beginning of its reference, too: in the order of its bytes, whatever the language. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index ledger_transaction_reference_pattern_idx on ledger_transaction (reference text_pattern_ops)`.execute(
    db,
  );
  await sql`drop index ledger_transaction_reference_idx`.execute(db);
}
