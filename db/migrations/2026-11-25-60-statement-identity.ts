import { type Kysely, sql } from "kysely";

/**
 * Banks use the name of a statement again in another year, and send one statement in pages: it is known by its name, its
 * currency, the day that it closes on (of a notice, the moment when it was written) and its page.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table bank_statements add column issue text, add column page integer check (page >= 0)`.execute(db);
  await sql`alter table bank_statements disable trigger bank_statements_rows_stay`.execute(db);
  await sql`
    update bank_statements set issue = to_char(closing_on, 'YYYY-MM-DD') where closing_on is not null`.execute(
    db,
  );
  await sql`alter table bank_statements enable trigger bank_statements_rows_stay`.execute(db);
  await sql`
    alter table bank_statements
      drop constraint bank_statements_account_iban_kind_statement_ref_key,
      add constraint bank_statements_identity_key
        unique nulls not distinct (account_iban, kind, currency, statement_ref, issue, page)`.execute(db);
  await sql`create index bank_statements_content_idx on bank_statements (content_sha256)`.execute(db);
}
