import { productRules } from "../../product-rules.ts";
import { BOOKED, FOR_EVER, MONEY, type Retained } from "./retained.ts";

const rules = productRules.retention;

export const checks: Retained[] = [
  {
    table: "ledger_check_runs",
    columns:
      "after_transaction chain_hash chain_id checks_count extent faults finished_at id started_at transactions_count upto_transaction",
    what: "what a check of the books covered and found",
    why: "Operators see that the books are checked, and what is wrong.",
    until: `${rules.check_run_days} days after it ended; deleted.`,
    after_deletion: BOOKED,
  },
];

export const money: Retained[] = (
  [
    [
      "tip_allocations",
      `amount_minor available_at counted_minor creator_id currency id is_ranked payment_id pending_minor pending_shard released_at
        released_minor tip_id
        worth_eur_minor`,
    ],
    [
      "refunds",
      `amount_minor asked_by currency done_at failed_late_at goodwill_minor id left_to_operator_at payment_id provider_refund_ref reason requested_at
        requested_by service_fee_minor status tip_minor vat_minor`,
    ],
    [
      "refund_parts",
      "allocation_id amount_minor from_available_minor from_pending_minor goodwill_minor refund_id",
    ],
    [
      "disputes",
      `amount_minor charged_minor closed_at currency dispute_ref id look_again_at opened_at payment_id
        service_fee_minor status turn vat_minor voucher_minor`,
    ],
    ["dispute_holds", "allocation_id claimed_minor dispute_id from_available_minor from_pending_minor"],
    [
      "dispute_acts",
      `act acted_at charged_minor dispute_id is_from_books loss_minor service_fee_minor suspense_minor turn
        vat_minor voucher_minor`,
    ],
    ["dispute_act_parts", "act allocation_id available_minor claimed_minor dispute_id pending_minor turn"],
    ["settlement_rows", "currency provider reference settlement_id"],
    [
      "settlement_events",
      `currency event_ref fee_minor gross_minor id kind occurred_on other_currency other_minor outcome payment_ref provider
        reaches_bank reference settlement_id`,
    ],
    ["settlement_event_acts", "act acted_at event_id operator_id reason"],
    [
      "settlement_exceptions",
      `entry_id event_id id known_currency known_minor opened_at reason said settled_at settled_by settled_reason
        settlement_id`,
    ],
    [
      "debt_set_offs",
      "creator_id debt_currency debt_minor from_currency from_minor id rate rate_date set_off_at",
    ],
    ["credit_notes", "issued_at number refund_id"],
    ["credit_note_cancellations", "issued_at number refund_id"],
    ["write_offs", "amount_minor creator_id currency id written_off_at"],
    ["give_ups", "amount_minor creator_id currency given_up_at id"],
    [
      "ledger_corrections",
      "amount_minor approved_by credit_code currency debit_code id made_by owner posted_at reason reference",
    ],
    ["ledger_correction_reversals", "approved_by correction_id made_by reason reversed_at"],
    ["refund_failures", "amount_minor currency failed_at id payment_id reference seen_at seen_by"],
    ["refunds_beyond", "amount_minor booked_at currency id payment_id provider_refund_ref"],
    ["write_off_parts", "amount_minor creator_id dispute_id turn write_off_id"],
    ["settlements", "file_sha256 id imported_at imported_by provider rows_count totals unknown_references"],
    [
      "ledger_account",
      "code credits currency debits id keeps_balance allows_negative normal_side owner shard",
    ],
    [
      "ledger_checkpoints",
      "after_transaction causes_hash hash id previous taken_at transactions_count transfers_count upto_transaction",
    ],
    ["ledger_checkpoint_sums", "checkpoint_id code credits currency debits owner"],
    ["ledger_account_marks", "account_id credits debits"],
    ["chain_entries", "at digest hash id kind row_id"],
    [
      "ledger_transaction",
      `body_hash cause cause_id cause_part created_at effective_at id idempotency_key kind reference
        reverses`,
    ],
    ["ledger_transfer", "amount_minor credit_account currency debit_account seq transaction_id"],
    ["journal_numbers", "month number transaction_id"],
    ["journal_months", "closed_at entries_count month"],
    ["daily_payment_totals", "amount_eur_minor charged_eur_minor day provider tips_count type"],
    ["daily_tip_totals", "amount_eur_minor amount_minor creator_id currency day tips_count"],
    ["leaderboard_totals", "amount_eur_minor creator_id is_listed period period_start tips_count"],
    [
      "payouts",
      `amount_minor batch_id creator_id currency details_id failed_at failure_reason fee_minor fee_vat_country
        fee_vat_bps fee_vat_minor id method net_minor paid_at payout_type period rail requested_at requested_by return_reported_at
        return_reported_reason status`,
    ],
    ["payout_runs", "finished_at payouts_count period started_at"],
    ["payout_freezes", "frozen_at id lifted_at lifted_by reason"],
    ["document_series", "last_number name"],
    ["audit_log", "action actor_id after at before id subject"],
  ] as const
).map(
  ([table, columns]): Retained => ({
    table,
    columns,
    what: table === "audit_log" ? "what operators did" : "money that moved",
    why: table === "audit_log" ? "Misuse can be found." : MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  }),
);

export const payouts: Retained[] = [
  {
    table: "payout_destinations",
    columns: `bank_country code_expires_at code_tries_left confirmed_at created_at decided_at decided_by decline_reason
      has_paxum masked_account id recorded_at encrypted status user_id confirmed_by`,
    what: "where a creator's money goes, encrypted",
    why: "Payouts; afterwards tax law: who was paid, and where to.",
    until: `Never paid to and not in use: ${rules.payout_data_unused_days} days; deleted. Paid to: ${rules.payout_data_years} years after the last payout; emptied.`,
    after_deletion: {
      stays: `encrypted, if money was paid there, for ${rules.payout_data_years} years`,
      empty: ["masked_account", "decline_reason"],
    },
  },
  {
    table: "seller_tax_details",
    columns: "changed_at encrypted kind left_at masked_tin user_id",
    what: "a creator's tax number, encrypted; of a deleted account with name, address and date of birth",
    why: "DAC7: sellers are reported to the tax authority.",
    until: `The account is deleted; near the threshold the next night decides. Reportable: ${rules.tax_details_years} years after the reported year; deleted.`,
    after_deletion: {
      stays: `encrypted, if a report of a year is about them, for ${rules.tax_details_years} years`,
      empty: ["masked_tin"],
    },
  },
  {
    table: "seller_notices",
    columns: "activities creator_id credited_minor id judged_at mailed_at mails_count state year",
    what: "what a creator's sales of a year come to, near the threshold of DAC7 or above it",
    why: "DAC7: tax details are collected in time.",
    until: `Reportable: ${rules.tax_details_years} years after the year; otherwise ${rules.seller_notice_days} days; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payout_batches",
    columns: `content_type created_at created_by currency fetched_at file_encrypted file_name file_payouts_count
      file_sha256 file_total_minor id payouts_count rail released_at released_by total_minor worth_eur_minor`,
    what: "files for the bank, encrypted",
    why: "Tax law: what the bank was told.",
    until: FOR_EVER,
    after_deletion: { stays: "encrypted: who was paid, and where to" },
  },
  {
    table: "settlement_previews",
    columns: "events_encrypted id judged_sha256 made_at made_by provider rows_count",
    what: "a provider's file that an operator read, encrypted",
    why: "An operator sees what it would post before it does.",
    until: `${productRules.settlement.preview_hours} hours, or until it is imported or thrown away; deleted.`,
    after_deletion: { stays: "for its hours; operators are not deleted" },
  },
  {
    table: "operator_acts",
    columns: `business_day decided_at decided_by decline_reason id kind limit_eur_minor made_at made_by params status subject
      worth_eur_minor`,
    what: "acts of operators with money, and who approved them",
    why: "Nobody moves money alone, and who did what can be shown.",
    until: FOR_EVER,
    after_deletion: { stays: "ids and amounts; operators are not deleted" },
  },
  {
    table: "bank_statements",
    columns: `account_iban closing_minor closing_on content_sha256 credits_minor currency debits_minor id imported_at imported_by
      issue kind opening_minor page sequence statement_ref`,
    what: "what our bank says of our own account",
    why: "Tax law: the books.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "bank_entries",
    columns: `amount_minor bank_ref batch_id booked_on currency direction end_to_end_ref fingerprint id is_return
      masked_account outcome payout_id position settlement_id statement_id transfer_id words`,
    what: "its bookings, the other account masked; the bank's words of those alone that fit nothing",
    why: "Tax law: the books, and that each payout left and came back.",
    until: FOR_EVER,
    after_deletion: { stays: "ids, amounts and the ends of an account's number" },
  },
  {
    table: "bank_exceptions",
    columns: "entry_id opened_at reason settled_at settled_by settled_reason transfer_id",
    what: "bookings that fit nothing, and who settled them",
    why: "Tax law: the books.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "bank_gaps",
    columns: `before_id closed_at expected_minor found_minor id opened_at settled_at settled_by settled_reason
      statement_id`,
    what: "statements whose balances do not meet, and who settled that",
    why: "Tax law: the books.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "suspense_entries",
    columns: `currency is_contested left_minor payment_id provider provider_ref reason received_at received_minor refund_asked_at
      refund_id refund_minor refund_status`,
    what: "money that fits nothing: where it came from, and what is left of it",
    why: "Tax law: the books.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "suspense_exits",
    columns: "amount_minor at beyond_minor confirms_minor id kind operator_id payment_id reason reference",
    what: "how it went back, or who kept it and why",
    why: "Tax law: the books.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "payout_statements",
    columns: "covers facts issued_at number payout_id",
    what: "statements of payouts: name and address of who was paid",
    why: "Tax law: they are the platform's invoices.",
    until: FOR_EVER,
    after_deletion: { stays: "name, address, VAT id and amounts as printed" },
  },
  {
    table: "statement_cancellations",
    columns: "facts issued_at number payout_id",
    what: "the documents that cancel statements of payouts that came back: the same",
    why: "Tax law: they are the platform's invoices.",
    until: FOR_EVER,
    after_deletion: { stays: "name, address, VAT id and amounts as printed" },
  },
  {
    table: "vat_id_checks",
    columns: `address asked_at attempts checked_at creator_id due_at id last_error name request_identifier state
      vat_id`,
    what: "what VIES, the Commission's register, says of a creator's VAT id",
    why: "Tax law: statements without VAT rely on it.",
    until: "An answer stays. What was not answered goes with the VAT id.",
    after_deletion: { stays: "VAT id, and name and address as the register has them" },
  },
  {
    table: "issuers",
    columns: "lines since",
    what: "the platform's own name and address, and since when",
    why: "Old receipts say who issued them.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  },
  {
    table: "month_statements",
    columns: "creator_id currency facts issued_at month number",
    what: "statements of months: name and address of the creator",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: { stays: "name, address, VAT id and amounts as printed" },
  },
];
