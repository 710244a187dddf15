import { type Kysely, sql } from "kysely";

/** What a provider has settled, row by row: each payment once in a currency, in whatever file it comes again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table settlement_rows (
      provider text not null,
      currency char(3) not null references currencies,
      -- The provider's own name of the payment.
      reference text not null,
      settlement_id uuid not null references settlements,
      primary key (provider, currency, reference)
    )`.execute(db);
  await sql`
    create trigger settlement_rows_stay before update or delete on settlement_rows
    for each row execute function refuse_change()`.execute(db);
  await sql`
    create trigger settlement_rows_table_stays before truncate on settlement_rows
    for each statement execute function refuse_change()`.execute(db);
}
