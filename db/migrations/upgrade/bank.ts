import { type Kysely, sql } from "kysely";
import { runSqlFile } from "../sql-files.ts";
import { allow } from "./allow.ts";

/** A statement's closing day and page become part of its identity. */
export async function statementIdentity(db: Kysely<unknown>): Promise<void> {
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

/**
 * The importer becomes part of a statement's identity. Waited redemptions prolong vouchers, where an earlier
 * step counted begun days.
 */
export async function statementsAsEvidence(db: Kysely<unknown>): Promise<void> {
  await allow(db, "operator_acts", "kind", ["PAYOUT_PAID"]);
  await runSqlFile(db, "22-bank-agreement.sql");
  await sql`
    create index bank_entries_returned_idx on bank_entries (payout_id) where outcome = 'RETURNED'`.execute(
    db,
  );
  await sql`
    alter table bank_statements
      drop constraint bank_statements_identity_key,
      add constraint bank_statements_identity_key
        unique nulls not distinct (account_iban, kind, currency, statement_ref, issue, page, imported_by)`.execute(
    db,
  );
  await sql`alter table settlement_previews add column judged_sha256 bytea`.execute(db);
  await sql`
    with waited as (
      select voucher_id, ceil(sum(round(extract(epoch from ended_at - asked_at) * 1000)) / 86400000)::integer as days
      from voucher_redemptions where status = 'RETURNED' group by voucher_id
    )
    update vouchers v set waited_days = waited.days, expires_at =
      ((v.expires_at at time zone 'Europe/Berlin') - make_interval(days => v.waited_days - waited.days))
        at time zone 'Europe/Berlin'
    from waited where waited.voucher_id = v.id and waited.days <> v.waited_days`.execute(db);
}
