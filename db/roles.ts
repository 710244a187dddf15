import { type Kysely, sql, type Transaction } from "kysely";

/** Neither updated nor deleted. */
const WRITTEN_ONCE = [
  "ledger_transaction",
  "ledger_transfer",
  "audit_log",
  "payment_events",
  "account_status_events",
  "document_views",
  "settlements",
  "settlement_rows",
  "settlement_events",
  "settlement_event_acts",
  "payout_statements",
  "statement_cancellations",
  "month_statements",
  "suspense_exits",
  "bank_statements",
  "bank_entries",
  "write_off_parts",
  "journal_numbers",
  "journal_months",
  "write_offs",
  "debt_set_offs",
  ...["credit_notes", "credit_note_cancellations"],
  "dispute_acts",
  "dispute_act_parts",
  "give_ups",
  "refunds_beyond",
  "issuers",
  "content_decisions",
  "refund_parts",
  ...["ledger_corrections", "ledger_correction_reversals"],
];

/** Written by functions or the migrating role. */
const ONLY_READ = [
  ...["document_series", "kysely_migration", "kysely_migration_lock"],
  ...["ledger_checkpoints", "ledger_checkpoint_sums", "ledger_account_marks"],
  ...["vat_rates", "countries", "currencies"],
  "chain_entries",
];

/** Immutable columns. */
const KEPT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: ["id", "role"],
  ledger_account: [
    ...["id", "code", "owner", "currency", "shard"],
    ...["normal_side", "allows_negative", "keeps_balance"],
  ],
  // Released by the owner's function.
  payout_batches: [
    ...["id", "rail", "currency", "payouts_count", "total_minor", "worth_eur_minor"],
    ...["created_by", "created_at", "released_by", "released_at"],
    ...[
      "file_name",
      "content_type",
      "file_encrypted",
      "file_sha256",
      "file_payouts_count",
      "file_total_minor",
    ],
  ],
  // Changed by the owner's functions.
  payout_destinations: [
    ...[
      "id",
      "user_id",
      "status",
      "encrypted",
      "bank_country",
      "has_paxum",
      "masked_account",
      "code_expires_at",
    ],
    ...["confirmed_at", "confirmed_by", "decided_at", "decided_by", "created_at", "recorded_at"],
  ],
  payouts: [
    ...["id", "creator_id", "details_id", "currency", "amount_minor", "net_minor", "fee_minor"],
    ...["fee_vat_minor", "fee_vat_bps", "fee_vat_country", "method", "rail", "payout_type", "period"],
    ...["requested_at", "requested_by"],
  ],
  tips: [
    ...["id", "creator_id", "grouplist_id", "group_tip_id", "voucher_id", "currency", "amount_minor"],
    "created_at",
  ],
  payments: [
    ...["id", "purpose", "tip_id", "voucher_id", "member_ids", "provider", "type", "country"],
    ...["currency", "amount_minor", "service_fee_bps", "service_fee_minor", "service_fee_minimum_minor"],
    ...[
      "vat_rate_bps",
      "vat_minor",
      "total_minor",
      "charged_currency",
      "charged_minor",
      "rate",
      "rate_date",
      "receipt_number",
      "created_at",
      "hold_days",
      "needs_review",
    ],
    ...["account_ref", "application_fee_minor"],
  ],
  tip_allocations: [
    ...["id", "payment_id", "tip_id", "creator_id", "currency", "amount_minor", "worth_eur_minor"],
    ...["available_at", "pending_shard", "is_ranked"],
  ],
  refunds: [
    ...["id", "payment_id", "asked_by", "requested_by", "requested_at", "currency", "amount_minor"],
    ...["tip_minor", "service_fee_minor", "vat_minor", "goodwill_minor", "application_fee_minor"],
  ],
  refund_failures: ["id", "payment_id", "reference", "currency", "amount_minor", "failed_at"],
  disputes: ["id", "payment_id", "dispute_ref", "currency"],
  dispute_holds: ["dispute_id", "allocation_id"],
  reference_rates: ["currency", "rate_date", "units_per_euro", "source", "recorded_at"],
  // A newer rate replaces a waiting one.
  held_rates: ["id", "currency", "source", "decision", "decided_by", "decided_at"],
  vat_id_checks: ["id", "creator_id", "vat_id", "asked_at"],
  grouplists: ["id", "slug", "currency", "credits_from_turn", "created_at"],
  group_credits: ["grouplist_id", "creator_id"],
  grouplist_users: ["id", "grouplist_id", "creator_id", "asked_at"],
  suspense_entries: [
    "payment_id",
    "provider",
    "provider_ref",
    "currency",
    "received_minor",
    "reason",
    "received_at",
  ],
  payout_freezes: ["id", "reason", "frozen_at"],
  bank_exceptions: ["entry_id", "reason", "opened_at"],
  bank_gaps: ["id", "statement_id", "before_id", "expected_minor", "found_minor", "opened_at"],
  settlement_exceptions: [
    ...["id", "settlement_id", "event_id", "reason"],
    ...["known_minor", "known_currency", "said", "opened_at"],
  ],
  vouchers: ["id", "amount_minor", "currency", "created_at"],
  voucher_redemptions: ["id", "voucher_id", "creator_id", "asked_at", "was_pending"],
  content_cases: ["id", "number", "reason", "locale", "received_at"],
  content_complaints: ["id", "case_id", "side", "made_at"],
  // Decided by the owner's functions. One column stays updatable, for PostgreSQL's row locks.
  operator_acts: [
    ...["id", "kind", "subject", "params", "worth_eur_minor", "made_by", "made_at", "business_day"],
    ...["status", "decided_at", "decided_by", "limit_eur_minor"],
  ],
};

const NOT_INSERTED: Readonly<Record<string, readonly string[]>> = {
  users: ["role"],
  ledger_transaction: ["id"],
  payout_destinations: [
    ...["status", "confirmed_at", "confirmed_by", "decided_at", "decided_by", "decline_reason"],
  ],
  payout_batches: [
    ...["released_by", "released_at", "fetched_at", "file_name", "content_type", "file_encrypted"],
    ...["file_sha256", "file_payouts_count", "file_total_minor"],
  ],
  held_rates: ["decision", "decided_by", "decided_at"],
  vat_id_checks: [
    ...["id", "state", "request_identifier", "name", "address", "checked_at", "attempts", "last_error"],
  ],
  grouplists: ["credits_from_turn"],
};

const NOT_DELETED = [
  "ledger_account",
  "payout_batches",
  "operator_acts",
  "suspense_entries",
  "bank_exceptions",
  "settlement_exceptions",
  "bank_gaps",
  "payout_freezes",
  "content_cases",
  "content_complaints",
  "vouchers",
  "voucher_redemptions",
  "refund_failures",
  ...["payments", "tip_allocations", "refunds", "disputes", "payouts", "payout_runs"],
  ...["reference_rates", "held_rates", "group_credits"],
];

/**
 * With DATABASE_MIGRATION_URL the application cannot change or delete ledger, audit log or issued documents,
 * nor create operators. Else only triggers protect the ledger (docs/product.md, 2.2).
 */
export async function grantApplicationRole(db: Kysely<unknown>, applicationUrl: string): Promise<void> {
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(db);
  const role = decodeURIComponent(new URL(applicationUrl.replace(/^postgres(ql)?:/, "http:")).username);
  if (role === "" || rows[0]?.owner === role) return;
  await db.transaction().execute((trx) => grantAll(trx, role));
}

async function grantAll(trx: Transaction<unknown>, role: string): Promise<void> {
  const grantee = sql.id(role);
  // Concurrent starts grant in turn.
  await sql`select pg_advisory_xact_lock(hashtext('tribute-grants'))`.execute(trx);
  for (const schema of ["public", "sandbox", "pgboss"]) {
    await sql`grant usage on schema ${sql.id(schema)} to ${grantee}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema ${sql.id(schema)} to ${grantee}`.execute(
      trx,
    );
    await sql`grant usage on all sequences in schema ${sql.id(schema)} to ${grantee}`.execute(trx);
    await sql`grant execute on all functions in schema ${sql.id(schema)} to ${grantee}`.execute(trx);
  }
  // Only triggers append to the chain.
  await sql`revoke execute on function append_chain_entry(text, text, bytea) from ${grantee}`.execute(trx);
  for (const table of WRITTEN_ONCE)
    await sql`revoke update, delete on ${sql.table(table)} from ${grantee}`.execute(trx);
  for (const table of ONLY_READ)
    await sql`revoke insert, update, delete on ${sql.table(table)} from ${grantee}`.execute(trx);
  for (const table of NOT_DELETED)
    await sql`revoke delete on ${sql.table(table)} from ${grantee}`.execute(trx);
  await grantColumns(trx, role, "update", KEPT_COLUMNS);
  await grantColumns(trx, role, "insert", NOT_INSERTED);
}

/** A table right becomes a right to all other columns. */
async function grantColumns(
  trx: Transaction<unknown>,
  role: string,
  right: "update" | "insert",
  without: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const grantee = sql.id(role);
  for (const [table, kept] of Object.entries(without)) {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> all(${[...kept]}::text[])
      order by attnum`.execute(trx);
    const columns = sql.join(rows.map(({ name }) => sql.id(name)));
    await sql`revoke ${sql.raw(right)} on ${sql.table(table)} from ${grantee}`.execute(trx);
    await sql`grant ${sql.raw(right)} (${columns}) on ${sql.table(table)} to ${grantee}`.execute(trx);
  }
}
