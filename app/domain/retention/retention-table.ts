import { productRules } from "../../product-rules.ts";

type AfterDeletion =
  | "nobody's"
  | "gone"
  /** For law or other people's money; `empty` columns are cleared. */
  | { stays: string; empty?: readonly string[] };

export interface Retained {
  table: string;
  columns: string;
  what: string;
  why: string;
  until: string;
  after_deletion: AfterDeletion;
}

const MONEY = "The books: tax law, refunds, disputes.";
const FOR_EVER = "It stays.";
const BOOKED: AfterDeletion = { stays: "ids and amounts only" };

const rules = productRules.retention;

const checks: Retained[] = [
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

const money: Retained[] = (
  [
    [
      "tip_allocations",
      `amount_minor available_at counted_minor creator_id currency id is_ranked payment_id pending_minor pending_shard released_at
        released_minor tip_id
        worth_eur_minor`,
    ],
    [
      "refunds",
      `amount_minor application_fee_minor asked_by currency done_at failed_late_at goodwill_minor id left_to_operator_at payment_id provider_refund_ref reason requested_at
        requested_by service_fee_minor status tip_minor vat_minor`,
    ],
    [
      "refund_parts",
      "allocation_id amount_minor from_available_minor from_pending_minor goodwill_minor refund_id",
    ],
    [
      "disputes",
      `amount_minor application_fee_minor charged_minor closed_at currency dispute_ref id look_again_at opened_at payment_id
        service_fee_minor status turn vat_minor voucher_minor`,
    ],
    ["dispute_holds", "allocation_id claimed_minor dispute_id from_available_minor from_pending_minor"],
    [
      "dispute_acts",
      `act acted_at application_fee_minor charged_minor dispute_id is_from_books loss_minor service_fee_minor suspense_minor turn
        vat_minor voucher_minor`,
    ],
    ["dispute_act_parts", "act allocation_id available_minor claimed_minor dispute_id pending_minor turn"],
    [
      "direct_transfers",
      "account_ref allocation_id amount_minor created_at ended_at id payment_id problem state transfer_ref",
    ],
    [
      "direct_reversals",
      "amount_minor created_at dispute_id ended_at id problem refund_id reversal_ref state transfer_id",
    ],
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

const payouts: Retained[] = [
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
    columns: `charge_minor currency is_contested left_minor payment_id provider provider_ref reason received_at received_minor refund_asked_at
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

const { document_days } = productRules.verification;

const people: Retained[] = [
  {
    table: "users",
    columns: `about accepted_terms_version address avatar_id city company country_id created_at currency date_of_birth
      default_price_per_message_minor deleted_at email email_notifications email_notifications_chosen_at email_undo_until email_verified_at eu_ust_id featured_at
      firstname goal_currency goal_from goal_is_monthly goal_minor goal_title header_id id last_seen_at lastname locale marked_amount_minor marks_often_chosen min_payout_minor money_model name only_items password_hash
      paused_at payout_method payout_type_id ranking_enabled_at role show_online_status show_supporters status terms_accepted_at thank_you_text tip_amounts_currency tip_amounts_minor updated_at
      username username_changed_at verification_terms_accepted_at verification_terms_declined_at zipcode`,
    what: "accounts",
    why: "The page, the payouts, signing in.",
    until: `The account is deleted: the row stays for the books, without a person. An address that nobody confirmed: ${rules.unconfirmed_days} days; deleted.`,
    after_deletion: {
      stays: "an id, settings and times; the address and the name are made-up ones",
      empty:
        `about address avatar_id city company country_id date_of_birth email_verified_at eu_ust_id featured_at firstname
        goal_currency goal_from goal_minor goal_title header_id last_seen_at lastname locale marked_amount_minor name password_hash ranking_enabled_at
        thank_you_text tip_amounts_currency tip_amounts_minor username_changed_at zipcode`.split(/\s+/),
    },
  },
  {
    table: "account_status_events",
    columns: "at from_status id reason to_status user_id",
    what: "how an account's status changed, and the reason of a lock",
    why: "Complaints, disputes with creators.",
    until: FOR_EVER,
    after_deletion: { stays: "ids, states and what operators gave as the reason of a lock" },
  },
  {
    table: "social_links",
    columns: "handle is_visible network user_id",
    what: "accounts elsewhere",
    why: "The page and verification.",
    until: "The creator removes them.",
    after_deletion: "gone",
  },
  {
    table: "tribute_items",
    columns: `amount_minor created_at currency decline_reason id image_id name position review_reason reviewed_at
      reviewed_by status user_id`,
    what: "a creator's own things to tip for",
    why: "The page.",
    until: "The creator removes them.",
    after_deletion: "gone",
  },
  {
    table: "profile_words",
    columns: `amount_minor created_at currency decline_reason goal_from goal_is_monthly id kind replaced_at review_reason reviewed_at
      reviewed_by status user_id words`,
    what: "what a creator wrote for their page and an operator looked at",
    why: "Only what was looked at is shown; complaints.",
    until: "The account is deleted.",
    after_deletion: "gone",
  },
  {
    table: "grouplists",
    columns: `archived_at avatar_id created_at credits_from_turn currency decline_reason id invite_code invites_enabled money_model name new_avatar_id
      new_name ranking_enabled_at review_since reviewed_at reviewed_by slug status tips_paid updated_at`,
    what: "groups that creators share",
    why: "Their pages, and tips to them.",
    until: "The owner deletes them; with tips, a group stays without a page.",
    after_deletion: { stays: "the group, which another member owns or which has no page any more" },
  },
  {
    table: "grouplist_users",
    columns: "asked_at creator_id grouplist_id id joined_at status",
    what: "who is in a group, or asked to be",
    why: "Who shares in its tips.",
    until: "They leave, or are taken out.",
    after_deletion: "gone",
  },
  {
    table: "group_credits",
    columns: "creator_id credit grouplist_id",
    what: "the part of a cent by which somebody is behind or ahead of their fair share of a group's tips",
    why: "Who gets the cent that an even split leaves.",
    until: "As long as the group.",
    after_deletion: { stays: "the part of a cent, for the books' check" },
  },
  {
    table: "username_history",
    columns: "redirects_until user_id username",
    what: "earlier usernames",
    why: "Old addresses lead to the page.",
    until: `${productRules.username_redirect_days} days after the change, or the choice that a reserved name asks for; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "testimonials",
    columns: "creator_id id position role",
    what: "what creators say on the home page",
    why: "The home page.",
    until: "An editor removes them.",
    after_deletion: "gone",
  },
  {
    table: "testimonial_texts",
    columns: "locale testimonial_id text",
    what: "the same in each language",
    why: "The home page.",
    until: "An editor removes them.",
    after_deletion: "gone",
  },
  {
    table: "media_files",
    columns: "created_at height id is_public key owner_id variants width",
    what: "pictures: the row, and the files in the storage",
    why: "Pages and tips show them.",
    until: `Nothing uses them, and they are older than ${productRules.upload.unused_hours} hours; row and files deleted.`,
    after_deletion: "gone",
  },
  {
    table: "verification_documents",
    columns: "byte_count content_type created_at id kind user_id",
    what: "verification documents: the row, and the encrypted file in the storage",
    why: "An operator compares them with the account.",
    until: `${document_days} days after the decision, or ${rules.unsubmitted_document_days} days when they were never submitted; row and file deleted.`,
    after_deletion: "gone",
  },
  {
    table: "verification_cases",
    columns: "decided_at decision submitted_at id operator_id reasons user_id",
    what: "what was submitted and decided",
    why: "The third decline locks; complaints.",
    until: "The account is deleted.",
    after_deletion: "gone",
  },
  {
    table: "support_notes",
    columns: "id user_id words written_at written_by",
    what: "what operators noted about an account; the data export has the words",
    why: "Support knows what was asked and promised before.",
    until: `${rules.support_note_days} days; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "document_views",
    columns: "at document_id id kind user_id viewer_id",
    what: "which operator opened which document",
    why: "Misuse can be found.",
    until: FOR_EVER,
    after_deletion: { stays: "ids and times" },
  },
];

const signingIn: Retained[] = [
  ...(
    [
      [
        "sessions",
        "code_at created_at device_id ends_at expires_at has_second_factor id idle_seconds renewed_at token_hash user_agent user_id",
      ],
      ["api_tokens", "expires_at kind session_id token_hash used_at"],
      ["mailed_tokens", "created_at email expires_at purpose token_hash user_id"],
      ["second_factor_challenges", "expires_at token_hash user_id"],
    ] as const
  ).map(
    ([table, columns]): Retained => ({
      table,
      columns,
      what: "sessions and tokens, as hashes",
      why: "Signing in; links in mails.",
      until: "They expire; deleted within the hour.",
      after_deletion: "gone",
    }),
  ),
  {
    table: "api_keys",
    columns: "key_hash name scopes session_id shown",
    what: "keys for programs of creators: name, scopes and beginning, the rest as a hash",
    why: "Programs call the API.",
    until: "They end, or their creator ends them; deleted within the hour.",
    after_deletion: "gone",
  },
  {
    table: "pending_registrations",
    columns: "byte_count content_type created_at document_id id password_hash token_hash",
    what: "of a registration that was refused: the hash of the password, and the encrypted document in the storage",
    why: "Neither has to be entered again.",
    until: `${productRules.pending_registration_minutes} minutes; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "second_factors",
    columns: "confirmed_at created_at last_step secret_encrypted user_id",
    what: "secrets of the two-step login, encrypted",
    why: "Signing in.",
    until: `It is switched off; set up halfway, ${rules.second_factor_setup_days} day; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "recovery_codes",
    columns: "code_hash created_at user_id",
    what: "hashes of the recovery codes",
    why: "Signing in without the device.",
    until: "They are used, or go with the two-step login.",
    after_deletion: "gone",
  },
  {
    table: "passkeys",
    columns: "counter created_at credential_id id last_used_at name public_key transports user_id",
    what: "public keys of passkeys, with their names",
    why: "Signing in without typing a code.",
    until: "The creator removes them, or they go with the two-step login.",
    after_deletion: "gone",
  },
  {
    table: "operator_invitations",
    columns: "email id locale made_at made_by role",
    what: "address, language and role of an invited operator",
    why: "Another operator decides about it.",
    until: "That decision: then an account has them, or nothing.",
    after_deletion: "nobody's",
  },
  {
    table: "creator_invitations",
    columns: "email expires_at id made_at",
    what: "address of an invited creator",
    why: "Registration by invitation.",
    until: `The registration, or ${productRules.creator_invitation_days} days; deleted.`,
    after_deletion: "nobody's",
  },
  {
    table: "spent_passkey_challenges",
    columns: "challenge_hash expires_at",
    what: "hashes of challenges that a passkey has answered",
    why: "Each is answered once.",
    until: `${productRules.passkey.challenge_minutes} minutes; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "email_changes",
    columns: "changed_at id new_email old_email recorded_at undo_hash undo_until user_id",
    what: "the address before a change, and the hash of the link that undoes it",
    why: "Who lost an account to a thief gets it back.",
    until: `${productRules.email_undo_days} days after the change; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "known_devices",
    columns: "created_at id last_used_at token_hash user_id",
    what: "hashes of the cookies of devices on which an account signed in",
    why: "Strangers who guess passwords lock nobody out.",
    until: `${productRules.known_device_days} days after the last login; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "known_networks",
    columns: "last_used_at network_hash user_id",
    what: "keyed hashes of networks from which an account signed in",
    why: "Strangers who guess passwords lock nobody out.",
    until: `${productRules.known_device_days} days after the last login; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "recent_writers",
    columns: "user_id wrote_at",
    what: "when an account last changed something, where there is a replica",
    why: "Who has just written sees it at once.",
    until: "An hour; deleted within the next.",
    after_deletion: { stays: "an id and a time, until then" },
  },
  {
    table: "rate_limits",
    columns: "expire key points",
    what: "counters of limits, by keyed hashes",
    why: "Guessing and flooding are slowed down.",
    until: "They run out; deleted within the hour.",
    after_deletion: "nobody's",
  },
  {
    table: "voucher_tries",
    columns: "key last_at locked_until wrong_codes",
    what: "wrong codes of vouchers, by keyed hashes of accounts and addresses",
    why: "Guessing codes is slowed down.",
    until: `${productRules.voucher.lockout.minutes} minutes after the last one; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "idempotency_keys",
    columns: "begun_at body_hash key_hash subject_id",
    what: "calls of programs that move money, by keyed hashes, with the payment or payout that each made",
    why: "A call that is sent again is made once.",
    until: `${productRules.idempotency.kept_hours} hours after it was sent; deleted within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "traffic_visitors",
    columns: "day visitor_key",
    what: "who came on a day, as keyed hashes",
    why: "How many came is counted.",
    until: "The day is over; deleted within the hour, with the key that made the hashes.",
    after_deletion: "nobody's",
  },
  ...(
    [
      ["traffic_days", "day salt visitors_count keys_count", "how many came on a day", "nobody's"],
      [
        "traffic_views",
        "asked_locale creator day locale pattern referrer_host step views_count",
        "views of pages by day",
        "gone",
      ],
    ] as const
  ).map(
    ([table, columns, what, after_deletion]): Retained => ({
      table,
      columns,
      what,
      why: "What is used is seen.",
      until: `${rules.traffic_days} days; deleted.`,
      after_deletion,
    }),
  ),
  {
    table: "traffic_entities",
    columns: "day entity_id entity_type event events_count",
    what: "views of creators' pages and items by day",
    why: "What is used is seen.",
    until: `${rules.traffic_days} days; deleted.`,
    after_deletion: "gone",
  },
];

const contentCases: Retained[] = [
  {
    table: "content_cases",
    columns: `changed_at creator_id explanation id is_emptied locale number reason received_at reporter_email
      reporter_name status target waiting_since`,
    what: "notices about content: what was reported, why, and by whom",
    why: "Digital Services Act: notices are decided, and told to both sides.",
    until: `What was written and by whom: ${productRules.content_notices.words_days} days after the last decision; emptied. The row: it stays.`,
    after_deletion: {
      stays: "the reporter's words until their time, and the number",
      empty: ["creator_id", "target"],
    },
  },
  {
    table: "content_case_links",
    columns: "case_id is_void made_at side token_hash",
    what: "hashes of the links to a case",
    why: "Each side reads its case.",
    until: `${productRules.content_notices.words_days} days after the last decision; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "content_complaints",
    columns: "case_id id made_at side text",
    what: "complaints against a decision",
    why: "Digital Services Act: complaints are decided.",
    until: `The words: ${productRules.content_notices.words_days} days after the last decision; emptied. The row: it stays.`,
    after_deletion: { stays: "that there was one; a creator's own words go", empty: ["text"] },
  },
  {
    table: "content_decisions",
    columns: "case_id complaint_id complaints_until decided_at decided_by decision id reasons",
    what: "decisions about notices, with their reasons",
    why: "Digital Services Act: reports on transparency.",
    until: FOR_EVER,
    after_deletion: { stays: "decision and reasons, which name nobody" },
  },
];

const mails: Retained[] = [
  {
    table: "mail_outbox",
    columns: `attempts created_at dedupe_key id last_error locale params recipient sent_at status template
      tried_since user_id`,
    what: "mails on their way; once sent, only to whom and when",
    why: "No mail is sent twice; support can see what became of one.",
    until: `What it says: until it is sent. The row: ${rules.mail_days} days, ${rules.mail_failed_days} if it could not be sent; deleted. The last one to a deleted account: without its address once it is sent.`,
    after_deletion: "gone",
  },
  {
    table: "demo_mailbox",
    columns: "at html id recipient subject text",
    what: "the demo's mails (/dev/mail)",
    why: "The demo sends no mail.",
    until: `${rules.mail_days} days; deleted.`,
    after_deletion: "gone",
  },
];

const microblogRules = productRules.microblog;

const microblog: Retained[] = [
  {
    table: "microblog_requests",
    columns: "authorize_url expires_at id network pending_encrypted tries_left user_id",
    what: "links to a network that wait for their PIN, encrypted",
    why: "The PIN completes what was begun.",
    until: `${microblogRules.pin_minutes} minutes; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "microblog_links",
    columns: "account_id credentials_encrypted failed_at handle id linked_at network rounds_at user_id",
    what: "creators' accounts at networks, and the access to them, encrypted",
    why: "Posting there for the creator.",
    until: "The creator removes the link; the access, when the network refuses it.",
    after_deletion: "gone",
  },
  {
    table: "microblog_settings",
    columns: `advert_frequency changed_at network on_achievement on_new_tip reached_count reached_currency reached_minor show_amount
      tip_frequency user_id`,
    what: "what is posted for a creator, and which round figures were reached",
    why: "Nothing else is posted, and nothing twice.",
    until: "The account is deleted.",
    after_deletion: "gone",
  },
  {
    table: "microblog_posts",
    columns: `created_at drop_reason due_at ended_at id network post_id reason says_amount sending_at status subject text
      tries user_id`,
    what: "posts, without anything of a fan",
    why: "Each is made once; complaints.",
    until: `${microblogRules.kept_days} days; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "chat_links",
    columns: "chat_name chat_user_id linked_at user_id",
    what: "creators' accounts at the chat server: their id and name there",
    why: "Whoever names a member there finds the creator's page.",
    until: "The creator removes the link.",
    after_deletion: "gone",
  },
  {
    table: "chat_link_requests",
    columns: "chat_name chat_user_id expires_at id",
    what: "links that were asked for at the chat server: id and name of who asked",
    why: "The creator sees whom they link.",
    until: `${productRules.chat_bot.link_minutes} minutes; deleted.`,
    after_deletion: { stays: "of no account here, for minutes" },
  },
];

const tips: Retained[] = [
  {
    table: "tips",
    columns:
      "sender_name sender_email share_email show_on_page off_page_at off_page_by fan_key message image_id decline_reason review_reason details_seen_at words_added_at",
    what: "a fan's words, address with its hash, and picture",
    why: "The creator reads them; receipt and thank-you; reviews.",
    until: `Not paid and never begun to: ${rules.draft_days} days after the draft ended, with the row. Payment begun but not paid: emptied ${rules.unpaid_words_days} days after the end. Paid: as long as the creator's account; of a tip to a group as long as the account of anybody who shares it.`,
    after_deletion: {
      stays: "the row, for the books",
      empty: ["sender_name", "sender_email", "fan_key", "message", "image_id", "decline_reason"],
    },
  },
  {
    table: "tips",
    columns: "begun_by",
    what: "that a creator began a tip to themselves, or to a group of theirs, while signed in",
    why: "It does not count for their rank.",
    until: `Paid: emptied at once. Not paid: emptied with the fan's words ${rules.unpaid_words_days} days after the end, or deleted with the row.`,
    after_deletion: { stays: "the row, for the books", empty: ["begun_by"] },
  },
  {
    table: "tips",
    columns: `activated_at amount_minor announced_at chosen_creator_ids country created_at creator_id currency
      group_tip_id group_turn grouplist_id id is_monthly is_ranked item_name locale paid_at pay_currency payment_type read_at reviewed_at reviewed_by
      series_id series_month status tribute_item_id updated_at voucher_id`,
    what: "what a tip was worth and how it stands",
    why: `${MONEY} Money that arrives late revives a tip that ended unpaid.`,
    until: `Not paid: ${rules.unpaid_days} days after the end; deleted. Paid: it stays.`,
    after_deletion: { stays: "amounts and times", empty: ["item_name"] },
  },
  {
    table: "monthly_tip_totals",
    columns: "amount_minor creator_id currency dimension key month tips_count",
    what: "what a creator's tips come to by month, way of payment, country and item",
    why: "The creator's statistics.",
    until: "As long as the creator's account.",
    after_deletion: { stays: "sums without the items' names" },
  },
  {
    table: "grouplist_totals",
    columns: `amount_minor grouplist_id is_listed period period_start ranked_eur_minor ranked_tips_count
      tips_count`,
    what: "what a group's tips come to by day and month",
    why: "The group's page and its place in the ranking.",
    until: "As long as the group.",
    after_deletion: { stays: "the group's sums, which name nobody" },
  },
  {
    table: "grouplist_ranks",
    columns: "day grouplist_id range rank",
    what: "which place a group had in the ranking when yesterday ended",
    why: "The leaderboard shows who moved.",
    until: "One day; deleted.",
    after_deletion: { stays: "the group's place, which names nobody, until then" },
  },
  {
    table: "leaderboard_ranks",
    columns: "creator_id day range rank",
    what: "which place a creator had in the ranking when yesterday ended",
    why: "The leaderboard shows who moved.",
    until: "One day; deleted.",
    after_deletion: "gone",
  },
  {
    table: "fan_totals",
    columns: "amount_minor creator_id currency fan_key last_paid_at tips_count",
    what: "what each fan has given a creator; a fan is the hash of an address",
    why: "The creator sees who comes back.",
    until: "As long as the creator's account.",
    after_deletion: { stays: "one sum without any fan" },
  },
  {
    table: "fan_counts",
    columns: "creator_id currency fans_count returning_count",
    what: "how many fans a creator has, and how many came back",
    why: "The creator's statistics.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "waiting_totals",
    columns: "amount_minor counted_minor creator_id currency day month",
    what: "what of a creator's money is not available yet, by day",
    why: "The creator sees when money becomes available.",
    until: "The day is over and nothing of it waits; deleted within a day.",
    after_deletion: { stays: "sums, until nothing waits" },
  },
  {
    table: "webhook_endpoints",
    columns: `address earlier_secret_encrypted earlier_until events failing_since failures_count format id is_on leased_until
      made_at off_reason rests_until secret_encrypted user_id`,
    what: "addresses of a creator that events are sent to; the data export has them without their secrets",
    why: "The creator wants them sent.",
    until: "Until the creator removes them.",
    after_deletion: "gone",
  },
  {
    table: "webhook_deliveries",
    columns: `about_id answer answer_ms answer_status cause due_at endpoint_id first_tried_at happened_at id position
      status subject_id tried_at tries_count type`,
    what: "which events an address was sent, without their contents",
    why: "The creator sees what arrived.",
    until: `The last ${productRules.webhook.deliveries_kept} of an address.`,
    after_deletion: "gone",
  },
  {
    table: "connected_accounts",
    columns: `account_ref country created_at currency disabled_reason disconnected_at due is_submitted legal_name
      pays_out provider read_at takes_payments user_id`,
    what: "a creator's own account at the payment provider, and what it lacks",
    why: "Fans pay into it.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "connected_payouts",
    columns: `account_ref amount_minor arrives_on currency failure_code id payout_ref provider state updated_at user_id`,
    what: "what the provider paid out of that account",
    why: "The creator sees what was paid out.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "overlays",
    columns: `accent design key_id lead_id lead_until made_at minimum_currency minimum_minor own_css paused_at renewed_at
      reviews_words shown_seconds sound user_id`,
    what: "a creator's stream overlay; the data export has its settings",
    why: "The creator shows tips in a broadcast.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "overlay_sounds",
    columns: "bytes content_type uploaded_at user_id",
    what: "a creator's own sound of the overlay",
    why: "The overlay plays it.",
    until: "Until the creator removes it.",
    after_deletion: "gone",
  },
  {
    table: "overlay_alerts",
    columns: "ended_at id queued_at status tip_id turn user_id words",
    what: "which tips the overlay has to show and has shown, without their words",
    why: "The overlay shows each tip once; the creator can repeat it.",
    until: `${productRules.overlay.kept_days} days; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "tip_replies",
    columns: "created_at id message position tip_id",
    what: "a creator's thank-yous",
    why: "The creator sees what was sent; there are at most two.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "monthly_thanks",
    columns: "created_at creator_id id mails_count message month",
    what: "a creator's thanks to all monthly fans",
    why: "The creator sees what was sent; there is one a month.",
    until: "As long as the creator's account.",
    after_deletion: "gone",
  },
  {
    table: "tip_series",
    columns:
      "sender_name sender_email customer_ref method_ref method_label method_expires_on set_up_account_ref set_up_provider set_up_ref share_email show_on_page",
    what: "the fan of a monthly tip, and the name of the method that the provider keeps",
    why: "Each month is charged, mailed and changed by them.",
    until: `Never begun: ${rules.unpaid_words_days} days, with the row. Else ${rules.ended_series_years} years after the end: claims about it are barred then.`,
    after_deletion: { stays: "the fan's, until their own end", empty: [] },
  },
  {
    table: "tip_series",
    columns: `account_ref amount_minor announced_at announced_total_minor charge_month charging_payment_id chosen_creator_ids
      consent consented_at country created_at creator_id currency day declared_at declared_kind description end_reason ended_at
      failures grouplist_id has_reminders id locale next_charge_on paid_for paused_until payment_type problem provider
      reminded_for status total_minor unpaid_since updated_at waits_from`,
    what: "what a fan agreed to pay each month, and how it went",
    why: `${MONEY} It proves the agreement and its end.`,
    until: "It stays.",
    after_deletion: { stays: "terms and times", empty: [] },
  },
  {
    table: "refund_requests",
    columns: "answer answered_at answered_by asked_at id payment_id reason status tip_id",
    what: "a fan's request for a refund, and the answer",
    why: "Fan, creator and operator see what was written.",
    until: "As long as the creator's account.",
    after_deletion: {
      stays: `an open one, for operators; once answered, ${rules.left_request_days} days from asking`,
    },
  },
  {
    table: "payments",
    columns: `account_ref amount_minor application_fee_minor charged_currency charged_minor country created_at currency failure_reason hold_days id
      is_transferred member_ids needs_review provider provider_ref purpose rate rate_date receipt_number redirect_url service_fee_bps
      service_fee_minimum_minor service_fee_minor settled_at status tip_id total_minor type vat_minor vat_rate_bps voucher_id`,
    what: "attempts to pay",
    why: MONEY,
    until: `No money moved: with their tip or voucher, ${rules.unpaid_days} days after its end; deleted. Otherwise they stay.`,
    after_deletion: BOOKED,
  },
  {
    table: "vouchers",
    columns: "email message sender_name",
    what: "who bought a voucher, and their words",
    why: "Mail and page of the voucher, its redemption and a withdrawal.",
    until: `Not paid and never begun to: ${rules.draft_days} days after the draft ended, with the row. Payment begun but not paid: emptied ${rules.unpaid_words_days} days after the end. Paid: emptied ${rules.voucher_words_days} days after the voucher was redeemed, expired or was paid back.`,
    after_deletion: BOOKED,
  },
  {
    table: "vouchers",
    columns: `amount_minor code_encrypted code_end code_hash country created_at currency disputed_at ended_at expires_at
      expiries id locale lock_reason locked_at locked_by matures_at paid_at pay_currency payment_type status updated_at
      valid_years waited_days withdrawal_days`,
    what: "what a voucher is worth and how it stands; its code encrypted, until it is used",
    why: MONEY,
    until: `Not paid: ${rules.unpaid_days} days after the end; deleted. Paid: it stays, without the code once it is used or over.`,
    after_deletion: BOOKED,
  },
  {
    table: "voucher_redemptions",
    columns: `amount_minor asked_at creator_id currency ended_at id rate rate_date return_reason status tip_id voucher_id
      was_pending`,
    what: "who redeemed a voucher, and what was credited",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "stopped_thank_yous",
    columns: "address_key stopped_at",
    what: "a part of the hash of an address that wants no more thank-yous",
    why: "None is sent there.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  },
  {
    table: "payment_starts",
    columns: "address_hash by_button network_hash order_id payment_id receiver_id result started_at",
    what: "keyed hashes of address and network from which a payment was started",
    why: "Stolen cards that are tried out are noticed.",
    until: `${productRules.payment_starts.kept_hours} hours; deleted.`,
    after_deletion: { stays: "ids and hashes, until then" },
  },
  {
    table: "payment_waits",
    columns: "order_id since wait_until",
    what: "how long a tip or a voucher waits for its payment to be let through",
    why: "It waits once.",
    until: `${productRules.payment_starts.kept_hours} hours; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payment_events",
    columns: "at detail id kind payment_id",
    what: "the history of a payment",
    why: MONEY,
    until: "With the payment; the history of money that moved cannot be deleted.",
    after_deletion: BOOKED,
  },
  {
    table: "provider_webhook_events",
    columns: `event_id handled_at id kind last_error next_try_at outcome payment_id provider provider_ref received_at
      tries`,
    what: "that a provider had news of a payment; their text is not kept",
    why: "News that comes twice changes nothing.",
    until: `${rules.provider_notice_days} days after it was dealt with; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payment_lookups",
    columns: "failures last_error looks next_look_at payment_id",
    what: "when an open payment is looked up next",
    why: "A provider's notice may be lost.",
    until: "The payment is closed; deleted.",
    after_deletion: BOOKED,
  },
];

const platform: Retained[] = (
  [
    ["countries", "id iso_3166_1"],
    ["currencies", "code digits is_profile_currency"],
    ["reference_rates", "alarmed_at currency rate_date recorded_at source units_per_euro"],
    ["held_rates", "currency decided_at decided_by decision held_at id rate_date source units_per_euro"],
    ["vat_rates", "country rate_bps valid_from"],
    ["notices", "ends_at id starts_at"],
    ["notice_texts", "locale notice_id text"],
    ["special_events", "color ends_at id starts_at url"],
    ["special_event_texts", "locale special_event_id text title"],
    ["settings", "changed_at name value version"],
    ["legal_texts", "filled page published_at text valid_from version"],
    ["completed_seeds", "at name"],
    ["microblog_months", "month network pause_reason paused_until spent_mills"],
  ] as const
).map(
  ([table, columns]): Retained => ({
    table,
    columns,
    what: "the platform's own",
    why: "Prices, pages, what was set up.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  }),
);

const builds: Retained = {
  table: "build_assets",
  columns: "brotli content path served_at",
  what: "the platform's own",
  why: "Pages of one version find their files while another replaces it.",
  until: `${rules.build_asset_days} days after the last process that served them; deleted.`,
  after_deletion: "nobody's",
};

const sandbox: Retained[] = [
  {
    table: "sandbox.payments",
    columns: `account_ref amount_minor application_fee_minor body_hash challenge_tries challenged_at created_at currency
      description dispute_plan ended_at ending ending_at expires_at failed_url failure_code fee_returned_minor instrument locale notice_url
      page_token paid_at payment_id method_ref ref saves_method state success_url type`,
    what: "the built-in provider's payments, without data of the payer",
    why: "It answers for money that it took.",
    until: `No money taken: ${rules.sandbox_unpaid_days} days; deleted. Otherwise they stay.`,
    after_deletion: { stays: "amounts, and the description that the fan read" },
  },
  {
    table: "sandbox.notices",
    columns: `account_ref attempts body created_at delivered_at due_at event_id given_up_at kind last_error method_ref payment_ref`,
    what: "the built-in provider's news",
    why: "They are sent again until they arrive.",
    until: `Delivered or given up: ${rules.sandbox_notice_days} days; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.refunds",
    columns: "amount_minor created_at payment_ref refund_id state",
    what: "the built-in provider's refunds",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.disputes",
    columns: "amount_minor closes_at dispute_ref opens_at outcome payment_ref state",
    what: "the built-in provider's disputes",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.accounts",
    columns: `country created_at currency disabled_reason disconnected_at due_by due_names is_submitted legal_name
      link_expires_at link_token locale merchant_ref notice_url pays_out ref refresh_url return_url takes_payments`,
    what: "accounts of creators at the built-in provider, with the name that a tester typed",
    why: "Fans pay into them.",
    until: "Disconnected: without the name.",
    after_deletion: { stays: "the account, without its name" },
  },
  {
    table: "sandbox.methods",
    columns: `account_ref body_hash created_at currency customer_ref expires_on failed_url instrument label locale notice_url
      page_expires_at page_token ref set_up_id success_url type`,
    what: "cards and accounts that the built-in provider keeps, with the last four figures",
    why: "They are charged later.",
    until: `Ended by us: at once. Never entered: ${rules.sandbox_unpaid_days} days; deleted.`,
    after_deletion: { stays: "nothing; they are ended with the account" },
  },
  {
    table: "sandbox.transfers",
    columns: "account_ref amount_minor created_at currency merchant_ref payment_ref ref",
    what: "shares that the built-in provider passed on to them",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.transfer_reversals",
    columns: "amount_minor created_at merchant_ref ref transfer_ref",
    what: "shares that it took back from them",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.payouts",
    columns: "account_ref amount_minor arrives_on created_at currency failure_code ref state",
    what: "what the built-in provider paid out of them",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
];

export const RETENTION: readonly Retained[] = [
  ...people,
  ...signingIn,
  ...tips,
  ...money,
  ...checks,
  ...payouts,
  ...contentCases,
  ...mails,
  ...microblog,
  ...platform,
  builds,
  ...sandbox,
];
