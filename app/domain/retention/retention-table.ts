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

const MONEY = "Books, tax law, refunds, disputes.";
const FOR_EVER = "It stays.";
const BOOKED: AfterDeletion = { stays: "ids and amounts" };

const rules = productRules.retention;

const checks: Retained[] = [
  {
    table: "ledger_check_runs",
    columns:
      "after_transaction chain_hash chain_id checks_count extent faults finished_at id started_at transactions_count upto_transaction",
    what: "what checks of the books covered and found",
    why: "Operators see them.",
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
    what: table === "audit_log" ? "operators' acts" : "money that moved",
    why: table === "audit_log" ? "Misuse." : MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  }),
);

const payouts: Retained[] = [
  {
    table: "payout_destinations",
    columns: `bank_country code_expires_at code_tries_left confirmed_at created_at decided_at decided_by decline_reason
      has_paxum masked_account id recorded_at encrypted status user_id confirmed_by`,
    what: "a creator's payout data, encrypted",
    why: "Payouts; tax law.",
    until: `Unused and never paid to: ${rules.payout_data_unused_days} days; deleted. Paid to: ${rules.payout_data_years} years after the last payout; emptied.`,
    after_deletion: {
      stays: `encrypted, if paid to, for ${rules.payout_data_years} years`,
      empty: ["masked_account", "decline_reason"],
    },
  },
  {
    table: "seller_tax_details",
    columns: "changed_at encrypted kind left_at masked_tin user_id",
    what: "a creator's tax number, encrypted; after deletion with name, address and birth date",
    why: "DAC7 report.",
    until: `Deletion; near the threshold the next night decides. Reportable: ${rules.tax_details_years} years after the reported year; deleted.`,
    after_deletion: {
      stays: `encrypted, if reportable, for ${rules.tax_details_years} years`,
      empty: ["masked_tin"],
    },
  },
  {
    table: "seller_notices",
    columns: "activities creator_id credited_minor id judged_at mailed_at mails_count state year",
    what: "a creator's sales of a year, near or above DAC7's threshold",
    why: "DAC7: tax details in time.",
    until: `Reportable: ${rules.tax_details_years} years after the year; otherwise ${rules.seller_notice_days} days; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payout_batches",
    columns: `content_type created_at created_by currency fetched_at file_encrypted file_name file_payouts_count
      file_sha256 file_total_minor id payouts_count rail released_at released_by total_minor worth_eur_minor`,
    what: "files for the bank, encrypted",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: { stays: "encrypted" },
  },
  {
    table: "settlement_previews",
    columns: "events_encrypted id judged_sha256 made_at made_by provider rows_count",
    what: "a provider's file before its import, encrypted",
    why: "Its preview.",
    until: `${productRules.settlement.preview_hours} hours, import or discard; deleted.`,
    after_deletion: { stays: "for its hours" },
  },
  {
    table: "operator_acts",
    columns: `business_day decided_at decided_by decline_reason id kind limit_eur_minor made_at made_by params status subject
      worth_eur_minor`,
    what: "operators' money acts and approvals",
    why: "Evidence of two operators.",
    until: FOR_EVER,
    after_deletion: { stays: "ids and amounts" },
  },
  {
    table: "bank_statements",
    columns: `account_iban closing_minor closing_on content_sha256 credits_minor currency debits_minor id imported_at imported_by
      issue kind opening_minor page sequence statement_ref`,
    what: "our bank's statements",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "bank_entries",
    columns: `amount_minor bank_ref batch_id booked_on currency direction end_to_end_ref fingerprint id is_return
      masked_account outcome payout_id position settlement_id statement_id transfer_id words`,
    what: "its bookings, the other account masked; words of unmatched ones",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: { stays: "ids, amounts and masked accounts" },
  },
  {
    table: "bank_exceptions",
    columns: "entry_id opened_at reason settled_at settled_by settled_reason transfer_id",
    what: "unmatched bookings, and who settled them",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "bank_gaps",
    columns: `before_id closed_at expected_minor found_minor id opened_at settled_at settled_by settled_reason
      statement_id`,
    what: "gaps between statements, and who settled them",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "suspense_entries",
    columns: `charge_minor currency is_contested left_minor payment_id provider provider_ref reason received_at received_minor refund_asked_at
      refund_id refund_minor refund_status`,
    what: "money that fits nothing",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "suspense_exits",
    columns: "amount_minor at beyond_minor confirms_minor id kind operator_id payment_id reason reference",
    what: "how it went back or was kept",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "payout_statements",
    columns: "covers facts issued_at number payout_id",
    what: "statements of payouts, with name and address",
    why: "Tax law: invoices.",
    until: FOR_EVER,
    after_deletion: { stays: "as printed" },
  },
  {
    table: "statement_cancellations",
    columns: "facts issued_at number payout_id",
    what: "their cancellations",
    why: "Tax law: invoices.",
    until: FOR_EVER,
    after_deletion: { stays: "as printed" },
  },
  {
    table: "vat_id_checks",
    columns: `address asked_at attempts checked_at creator_id due_at id last_error name request_identifier state
      vat_id`,
    what: "answers of VIES about VAT ids",
    why: "Tax law: statements rely on it.",
    until: "Answers stay; open questions go with the VAT id.",
    after_deletion: { stays: "VAT id, name and address of the register" },
  },
  {
    table: "issuers",
    columns: "lines since",
    what: "the platform's name and address, with dates",
    why: "Old receipts name them.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  },
  {
    table: "month_statements",
    columns: "creator_id currency facts issued_at month number",
    what: "statements of months, with name and address",
    why: "Tax law.",
    until: FOR_EVER,
    after_deletion: { stays: "as printed" },
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
    what: "the account",
    why: "Page, payouts, sign-in.",
    until: `Deletion: the row stays for the books, without a person. Unconfirmed: ${rules.unconfirmed_days} days; deleted.`,
    after_deletion: {
      stays: "id, settings, times, a made-up address and name",
      empty:
        `about address avatar_id city company country_id date_of_birth email_verified_at eu_ust_id featured_at firstname
        goal_currency goal_from goal_minor goal_title header_id last_seen_at lastname locale marked_amount_minor name password_hash ranking_enabled_at
        thank_you_text tip_amounts_currency tip_amounts_minor username_changed_at zipcode`.split(/\s+/),
    },
  },
  {
    table: "account_status_events",
    columns: "at from_status id reason to_status user_id",
    what: "changes, and a lock's reason",
    why: "Complaints.",
    until: FOR_EVER,
    after_deletion: { stays: "ids, states, a lock's reason" },
  },
  {
    table: "social_links",
    columns: "handle is_visible network user_id",
    what: "network handles",
    why: "Page, verification.",
    until: "The creator removes them.",
    after_deletion: "gone",
  },
  {
    table: "tribute_items",
    columns: `amount_minor created_at currency decline_reason id image_id name position review_reason reviewed_at
      reviewed_by status user_id`,
    what: "a creator's items",
    why: "The page.",
    until: "The creator removes them.",
    after_deletion: "gone",
  },
  {
    table: "profile_words",
    columns: `amount_minor created_at currency decline_reason goal_from goal_is_monthly id kind replaced_at review_reason reviewed_at
      reviewed_by status user_id words`,
    what: "reviewed words of a creator's page",
    why: "Only reviewed words are shown; complaints.",
    until: "Deletion.",
    after_deletion: "gone",
  },
  {
    table: "grouplists",
    columns: `archived_at avatar_id created_at credits_from_turn currency decline_reason id invite_code invites_enabled money_model name new_avatar_id
      new_name ranking_enabled_at review_since reviewed_at reviewed_by slug status tips_paid updated_at`,
    what: "groups that creators share",
    why: "Pages, tips.",
    until: "The owner deletes them; with tips the row stays.",
    after_deletion: { stays: "the group, inherited or without a page" },
  },
  {
    table: "grouplist_users",
    columns: "asked_at creator_id grouplist_id id joined_at status",
    what: "members, and who asked to join",
    why: "Shares.",
    until: "They leave or are removed.",
    after_deletion: "gone",
  },
  {
    table: "group_credits",
    columns: "creator_id credit grouplist_id",
    what: "parts of a cent that members are behind or ahead",
    why: "Odd cents.",
    until: "As long as the group.",
    after_deletion: { stays: "parts of a cent, for a check" },
  },
  {
    table: "username_history",
    columns: "redirects_until user_id username",
    what: "earlier usernames",
    why: "Redirects.",
    until: `${productRules.username_redirect_days} days after the change, or after a reserved name's new choice; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "testimonials",
    columns: "creator_id id position role",
    what: "creators' words on the home page",
    why: "The home page.",
    until: "An editor removes them.",
    after_deletion: "gone",
  },
  {
    table: "testimonial_texts",
    columns: "locale testimonial_id text",
    what: "by language",
    why: "The home page.",
    until: "An editor removes them.",
    after_deletion: "gone",
  },
  {
    table: "media_files",
    columns: "created_at height id is_public key owner_id variants width",
    what: "pictures and their files",
    why: "Pages, tips.",
    until: `Unused, and older than ${productRules.upload.unused_hours} hours; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "verification_documents",
    columns: "byte_count content_type created_at id kind user_id",
    what: "encrypted",
    why: "Verification.",
    until: `${document_days} days after the decision, or ${rules.unsubmitted_document_days} days if never submitted; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "verification_cases",
    columns: "decided_at decision submitted_at id operator_id reasons user_id",
    what: "with decisions",
    why: "Locks, complaints.",
    until: "Deletion.",
    after_deletion: "gone",
  },
  {
    table: "support_notes",
    columns: "id user_id words written_at written_by",
    what: "the data export has the words",
    why: "Support.",
    until: `${rules.support_note_days} days; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "document_views",
    columns: "at document_id id kind user_id viewer_id",
    what: "who opened which document",
    why: "Misuse.",
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
      what: "as hashes",
      why: "Sign-in, mailed links.",
      until: "Expiry; within the hour.",
      after_deletion: "gone",
    }),
  ),
  {
    table: "api_keys",
    columns: "key_hash name scopes session_id shown",
    what: "name, scopes and beginning, the rest as a hash",
    why: "API.",
    until: "Their end; within the hour.",
    after_deletion: "gone",
  },
  {
    table: "pending_registrations",
    columns: "byte_count content_type created_at document_id id password_hash token_hash",
    what: "refused ones: password hash, encrypted document",
    why: "The next try.",
    until: `${productRules.pending_registration_minutes} minutes; within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "second_factors",
    columns: "confirmed_at created_at last_step secret_encrypted user_id",
    what: "secrets, encrypted",
    why: "Sign-in.",
    until: `Switched off; set up halfway, ${rules.second_factor_setup_days} day; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "recovery_codes",
    columns: "code_hash created_at user_id",
    what: "as hashes",
    why: "Sign-in without the device.",
    until: "Used, or with the factor.",
    after_deletion: "gone",
  },
  {
    table: "passkeys",
    columns: "counter created_at credential_id id last_used_at name public_key transports user_id",
    what: "public keys and names",
    why: "Sign-in.",
    until: "Removal, or with the factor.",
    after_deletion: "gone",
  },
  {
    table: "operator_invitations",
    columns: "email id locale made_at made_by role",
    what: "address, language, role",
    why: "Approval.",
    until: "The decision.",
    after_deletion: "nobody's",
  },
  {
    table: "creator_invitations",
    columns: "email expires_at id made_at",
    what: "address",
    why: "Registration.",
    until: `Registration, or ${productRules.creator_invitation_days} days; deleted.`,
    after_deletion: "nobody's",
  },
  {
    table: "spent_passkey_challenges",
    columns: "challenge_hash expires_at",
    what: "as hashes",
    why: "Once each.",
    until: `${productRules.passkey.challenge_minutes} minutes; within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "email_changes",
    columns: "changed_at id new_email old_email recorded_at undo_hash undo_until user_id",
    what: "the former address, the undo link's hash",
    why: "Stolen accounts return.",
    until: `${productRules.email_undo_days} days after the change; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "known_devices",
    columns: "created_at id last_used_at token_hash user_id",
    what: "cookies, as hashes",
    why: "Guessing strangers lock no user out.",
    until: `${productRules.known_device_days} days after the last login; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "known_networks",
    columns: "last_used_at network_hash user_id",
    what: "keyed hashes",
    why: "Guessing strangers lock no user out.",
    until: `${productRules.known_device_days} days after the last login; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "recent_writers",
    columns: "user_id wrote_at",
    what: "when, with a replica",
    why: "Writers see their change.",
    until: "An hour; deleted within the next.",
    after_deletion: { stays: "until then" },
  },
  {
    table: "rate_limits",
    columns: "expire key points",
    what: "by keyed hashes",
    why: "Guessing, flooding.",
    until: "Expiry; within the hour.",
    after_deletion: "nobody's",
  },
  {
    table: "voucher_tries",
    columns: "key last_at locked_until wrong_codes",
    what: "by keyed hashes",
    why: "Guessing.",
    until: `${productRules.voucher.lockout.minutes} minutes after the last one; within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "idempotency_keys",
    columns: "begun_at body_hash key_hash subject_id",
    what: "by keyed hashes, with the payment or payout",
    why: "Repetitions.",
    until: `${productRules.idempotency.kept_hours} hours; within the hour.`,
    after_deletion: "nobody's",
  },
  {
    table: "traffic_visitors",
    columns: "day visitor_key",
    what: "by day, as keyed hashes",
    why: "Counting.",
    until: "The day's end; deleted within the hour, with the key.",
    after_deletion: "nobody's",
  },
  ...(
    [
      ["traffic_days", "day salt visitors_count keys_count", "by day", "nobody's"],
      [
        "traffic_views",
        "asked_locale creator day locale pattern referrer_host step views_count",
        "of pages",
        "gone",
      ],
    ] as const
  ).map(
    ([table, columns, what, after_deletion]): Retained => ({
      table,
      columns,
      what,
      why: "Use.",
      until: `${rules.traffic_days} days; deleted.`,
      after_deletion,
    }),
  ),
  {
    table: "traffic_entities",
    columns: "day entity_id entity_type event events_count",
    what: "views of pages and items",
    why: "Use.",
    until: `${rules.traffic_days} days; deleted.`,
    after_deletion: "gone",
  },
];

const contentCases: Retained[] = [
  {
    table: "content_cases",
    columns: `changed_at creator_id explanation id is_emptied locale number reason received_at reporter_email
      reporter_name status target waiting_since`,
    what: "notices",
    why: "Digital Services Act.",
    until: `Words and names: ${productRules.content_notices.words_days} days after the last decision; emptied. The row stays.`,
    after_deletion: {
      stays: "the reporter's words until then, the number",
      empty: ["creator_id", "target"],
    },
  },
  {
    table: "content_case_links",
    columns: "case_id is_void made_at side token_hash",
    what: "as hashes",
    why: "Both sides read it.",
    until: `${productRules.content_notices.words_days} days after the last decision; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "content_complaints",
    columns: "case_id id made_at side text",
    what: "against decisions",
    why: "Digital Services Act.",
    until: `The words: ${productRules.content_notices.words_days} days after the last decision; emptied. The row stays.`,
    after_deletion: { stays: "that there was one", empty: ["text"] },
  },
  {
    table: "content_decisions",
    columns: "case_id complaint_id complaints_until decided_at decided_by decision id reasons",
    what: "with reasons",
    why: "Digital Services Act.",
    until: FOR_EVER,
    after_deletion: { stays: "decision and reasons, without names" },
  },
];

const mails: Retained[] = [
  {
    table: "mail_outbox",
    columns: `attempts created_at dedupe_key id last_error locale params recipient sent_at status template
      tried_since user_id`,
    what: "once sent, only recipient and time",
    why: "Once each; support.",
    until: `Contents: until sent. The row: ${rules.mail_days} days, ${rules.mail_failed_days} if unsent; deleted. A deleted account's last: without its address once sent.`,
    after_deletion: "gone",
  },
  {
    table: "demo_mailbox",
    columns: "at html id recipient subject text",
    what: "/dev/mail",
    why: "The demo sends none.",
    until: `${rules.mail_days} days; deleted.`,
    after_deletion: "gone",
  },
];

const microblogRules = productRules.microblog;

const microblog: Retained[] = [
  {
    table: "microblog_requests",
    columns: "authorize_url expires_at id network pending_encrypted tries_left user_id",
    what: "waiting for a PIN, encrypted",
    why: "The PIN.",
    until: `${microblogRules.pin_minutes} minutes; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "microblog_links",
    columns: "account_id credentials_encrypted failed_at handle id linked_at network rounds_at user_id",
    what: "accounts and access, encrypted",
    why: "Posting.",
    until: "Removal; the access, when refused.",
    after_deletion: "gone",
  },
  {
    table: "microblog_settings",
    columns: `advert_frequency changed_at network on_achievement on_new_tip reached_count reached_currency reached_minor show_amount
      tip_frequency user_id`,
    what: "also round figures reached",
    why: "Once each.",
    until: "Deletion.",
    after_deletion: "gone",
  },
  {
    table: "microblog_posts",
    columns: `created_at drop_reason due_at ended_at id network post_id reason says_amount sending_at status subject text
      tries user_id`,
    what: "posts, without fans",
    why: "Once each; complaints.",
    until: `${microblogRules.kept_days} days; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "chat_links",
    columns: "chat_name chat_user_id linked_at user_id",
    what: "id and name",
    why: "Members' names lead to pages.",
    until: "Removal.",
    after_deletion: "gone",
  },
  {
    table: "chat_link_requests",
    columns: "chat_name chat_user_id expires_at id",
    what: "id and name",
    why: "Shown to the creator.",
    until: `${productRules.chat_bot.link_minutes} minutes; deleted.`,
    after_deletion: { stays: "for minutes" },
  },
];

const tips: Retained[] = [
  {
    table: "tips",
    columns:
      "sender_name sender_email share_email show_on_page off_page_at off_page_by fan_key message image_id decline_reason review_reason details_seen_at words_added_at",
    what: "a fan's words, address, its hash, and picture",
    why: "The creator; receipt, thank-you, review.",
    until: `Payment never begun: ${rules.draft_days} days after the end, with the row. Unpaid: emptied ${rules.unpaid_words_days} days after the end. Paid: as long as the account of the creator, or of any sharer.`,
    after_deletion: {
      stays: "the row, for the books",
      empty: ["sender_name", "sender_email", "fan_key", "message", "image_id", "decline_reason"],
    },
  },
  {
    table: "tips",
    columns: "begun_by",
    what: "that a creator began a tip to themselves or their group",
    why: "Ranks.",
    until: `Paid: emptied at once. Unpaid: as the fan's words (${rules.unpaid_words_days} days).`,
    after_deletion: { stays: "the row, for the books", empty: ["begun_by"] },
  },
  {
    table: "tips",
    columns: `activated_at amount_minor announced_at chosen_creator_ids country created_at creator_id currency
      group_tip_id group_turn grouplist_id id is_monthly is_ranked item_name locale paid_at pay_currency payment_type read_at reviewed_at reviewed_by
      series_id series_month status tribute_item_id updated_at voucher_id`,
    what: "a tip's amounts and state",
    why: `${MONEY} Late money revives unpaid tips.`,
    until: `Unpaid: ${rules.unpaid_days} days after the end; deleted. Paid: it stays.`,
    after_deletion: { stays: "amounts and times", empty: ["item_name"] },
  },
  {
    table: "monthly_tip_totals",
    columns: "amount_minor creator_id currency dimension key month tips_count",
    what: "by month, method, country and item",
    why: "Statistics.",
    until: "As long as the account.",
    after_deletion: { stays: "sums without items' names" },
  },
  {
    table: "grouplist_totals",
    columns: `amount_minor grouplist_id is_listed period period_start ranked_eur_minor ranked_tips_count
      tips_count`,
    what: "by day and month",
    why: "Page, ranking.",
    until: "As long as the group.",
    after_deletion: { stays: "sums" },
  },
  {
    table: "grouplist_ranks",
    columns: "day grouplist_id range rank",
    what: "of yesterday",
    why: "Movement.",
    until: "One day; deleted.",
    after_deletion: { stays: "until then" },
  },
  {
    table: "leaderboard_ranks",
    columns: "creator_id day range rank",
    what: "of yesterday",
    why: "Movement.",
    until: "One day; deleted.",
    after_deletion: "gone",
  },
  {
    table: "fan_totals",
    columns: "amount_minor creator_id currency fan_key last_paid_at tips_count",
    what: "sums by the hash of an address",
    why: "The creator's list.",
    until: "As long as the account.",
    after_deletion: { stays: "one sum without fans" },
  },
  {
    table: "fan_counts",
    columns: "creator_id currency fans_count returning_count",
    what: "also returning ones",
    why: "Statistics.",
    until: "As long as the account.",
    after_deletion: "gone",
  },
  {
    table: "waiting_totals",
    columns: "amount_minor counted_minor creator_id currency day month",
    what: "pending money by day",
    why: "The creator's overview.",
    until: "The day is over and nothing waits; deleted within a day.",
    after_deletion: { stays: "sums, until nothing waits" },
  },
  {
    table: "webhook_endpoints",
    columns: `address earlier_secret_encrypted earlier_until events failing_since failures_count format id is_on leased_until
      made_at off_reason rests_until secret_encrypted user_id`,
    what: "the data export has them without secrets",
    why: "Sending.",
    until: "Removal.",
    after_deletion: "gone",
  },
  {
    table: "webhook_deliveries",
    columns: `about_id answer answer_ms answer_status cause due_at endpoint_id first_tried_at happened_at id position
      status subject_id tried_at tries_count type`,
    what: "without contents",
    why: "The creator's list.",
    until: `The last ${productRules.webhook.deliveries_kept} of an address.`,
    after_deletion: "gone",
  },
  {
    table: "connected_accounts",
    columns: `account_ref country created_at currency disabled_reason disconnected_at due is_submitted legal_name
      pays_out provider read_at takes_payments user_id`,
    what: "at the provider, with what it lacks",
    why: "Payments.",
    until: "As long as the account.",
    after_deletion: "gone",
  },
  {
    table: "connected_payouts",
    columns: `account_ref amount_minor arrives_on currency failure_code id payout_ref provider state updated_at user_id`,
    what: "its payouts",
    why: "The creator's list.",
    until: "As long as the account.",
    after_deletion: "gone",
  },
  {
    table: "overlays",
    columns: `accent design key_id lead_id lead_until made_at minimum_currency minimum_minor own_css paused_at renewed_at
      reviews_words shown_seconds sound user_id`,
    what: "the data export has the settings",
    why: "Broadcasts.",
    until: "As long as the account.",
    after_deletion: "gone",
  },
  {
    table: "overlay_sounds",
    columns: "bytes content_type uploaded_at user_id",
    what: "its sound",
    why: "Broadcasts.",
    until: "Removal.",
    after_deletion: "gone",
  },
  {
    table: "overlay_alerts",
    columns: "ended_at id queued_at status tip_id turn user_id words",
    what: "without words",
    why: "Once each; repetitions.",
    until: `${productRules.overlay.kept_days} days; deleted.`,
    after_deletion: "gone",
  },
  {
    table: "tip_replies",
    columns: "created_at id message position tip_id",
    what: "to fans",
    why: "The creator's list; at most two.",
    until: "As long as the account.",
    after_deletion: "gone",
  },
  {
    table: "monthly_thanks",
    columns: "created_at creator_id id mails_count message month",
    what: "to all monthly fans",
    why: "The creator's list; one a month.",
    until: "As long as the account.",
    after_deletion: "gone",
  },
  {
    table: "tip_series",
    columns:
      "sender_name sender_email customer_ref method_ref method_label method_expires_on set_up_account_ref set_up_provider set_up_ref share_email show_on_page",
    what: "a monthly tip's fan, and the method's name",
    why: "Charges, mails, changes.",
    until: `Never begun: ${rules.unpaid_words_days} days, with the row. Else ${rules.ended_series_years} years after the end, when claims are barred.`,
    after_deletion: { stays: "until then", empty: [] },
  },
  {
    table: "tip_series",
    columns: `account_ref amount_minor announced_at announced_total_minor charge_month charging_payment_id chosen_creator_ids
      consent consented_at country created_at creator_id currency day declared_at declared_kind description end_reason ended_at
      failures grouplist_id has_reminders id locale next_charge_on paid_for paused_until payment_type problem provider
      reminded_for status total_minor unpaid_since updated_at waits_from`,
    what: "its terms and course",
    why: `${MONEY} Proof.`,
    until: "It stays.",
    after_deletion: { stays: "terms and times", empty: [] },
  },
  {
    table: "refund_requests",
    columns: "answer answered_at answered_by asked_at id payment_id reason status tip_id",
    what: "with answers",
    why: "Fan, creator, operator.",
    until: "As long as the account.",
    after_deletion: {
      stays: `open ones, for operators; answered ones ${rules.left_request_days} days from asking`,
    },
  },
  {
    table: "payments",
    columns: `account_ref amount_minor application_fee_minor charged_currency charged_minor country created_at currency failure_reason hold_days id
      is_transferred member_ids needs_review provider provider_ref purpose rate rate_date receipt_number redirect_url service_fee_bps
      service_fee_minimum_minor service_fee_minor settled_at status tip_id total_minor type vat_minor vat_rate_bps voucher_id`,
    what: "attempts",
    why: MONEY,
    until: `Without money: ${rules.unpaid_days} days after the end of tip or voucher; deleted. Else they stay.`,
    after_deletion: BOOKED,
  },
  {
    table: "vouchers",
    columns: "email message sender_name",
    what: "a voucher's buyer and words",
    why: "Mail, page, redemption, withdrawal.",
    until: `Payment never begun: ${rules.draft_days} days after the end, with the row. Unpaid: emptied ${rules.unpaid_words_days} days after the end. Paid: emptied ${rules.voucher_words_days} days after redemption, expiry or refund.`,
    after_deletion: BOOKED,
  },
  {
    table: "vouchers",
    columns: `amount_minor code_encrypted code_end code_hash country created_at currency disputed_at ended_at expires_at
      expiries id locale lock_reason locked_at locked_by matures_at paid_at pay_currency payment_type status updated_at
      valid_years waited_days withdrawal_days`,
    what: "a voucher's amounts and state; its code encrypted",
    why: MONEY,
    until: `Unpaid: ${rules.unpaid_days} days after the end; deleted. Paid: it stays, without a code that is used or over.`,
    after_deletion: BOOKED,
  },
  {
    table: "voucher_redemptions",
    columns: `amount_minor asked_at creator_id currency ended_at id rate rate_date return_reason status tip_id voucher_id
      was_pending`,
    what: "with credits",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "stopped_thank_yous",
    columns: "address_key stopped_at",
    what: "parts of address hashes",
    why: "None is sent.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  },
  {
    table: "payment_starts",
    columns: "address_hash by_button network_hash order_id payment_id receiver_id result started_at",
    what: "keyed hashes of address and network",
    why: "Card testing.",
    until: `${productRules.payment_starts.kept_hours} hours; deleted.`,
    after_deletion: { stays: "until then" },
  },
  {
    table: "payment_waits",
    columns: "order_id since wait_until",
    what: "until when",
    why: "Card testing.",
    until: `${productRules.payment_starts.kept_hours} hours; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payment_events",
    columns: "at detail id kind payment_id",
    what: "history",
    why: MONEY,
    until: "With the payment; of moved money never.",
    after_deletion: BOOKED,
  },
  {
    table: "provider_webhook_events",
    columns: `event_id handled_at id kind last_error next_try_at outcome payment_id provider provider_ref received_at
      tries`,
    what: "without their text",
    why: "Repetitions.",
    until: `${rules.provider_notice_days} days after handling; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "payment_lookups",
    columns: "failures last_error looks next_look_at payment_id",
    what: "of open payments",
    why: "Lost events.",
    until: "The payment's end; deleted.",
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
    why: "Prices, pages, settings.",
    until: FOR_EVER,
    after_deletion: "nobody's",
  }),
);

const builds: Retained = {
  table: "build_assets",
  columns: "brotli content path served_at",
  what: "the platform's own",
  why: "Rollouts.",
  until: `${rules.build_asset_days} days after the last use; deleted.`,
  after_deletion: "nobody's",
};

const sandbox: Retained[] = [
  {
    table: "sandbox.payments",
    columns: `account_ref amount_minor application_fee_minor body_hash challenge_tries challenged_at created_at currency
      description dispute_plan ended_at ending ending_at expires_at failed_url failure_code fee_returned_minor instrument locale notice_url
      page_token paid_at payment_id method_ref ref saves_method state success_url type`,
    what: "the sandbox's payments, without the payer",
    why: "Its books.",
    until: `Unpaid: ${rules.sandbox_unpaid_days} days; deleted. Else they stay.`,
    after_deletion: { stays: "amounts and description" },
  },
  {
    table: "sandbox.notices",
    columns: `account_ref attempts body created_at delivered_at due_at event_id given_up_at kind last_error method_ref payment_ref`,
    what: "the sandbox's notices",
    why: "Delivery.",
    until: `Delivered or given up: ${rules.sandbox_notice_days} days; deleted.`,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.refunds",
    columns: "amount_minor created_at payment_ref refund_id state",
    what: "the sandbox's refunds",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.disputes",
    columns: "amount_minor closes_at dispute_ref opens_at outcome payment_ref state",
    what: "its disputes",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.accounts",
    columns: `country created_at currency disabled_reason disconnected_at due_by due_names is_submitted legal_name
      link_expires_at link_token locale merchant_ref notice_url pays_out ref refresh_url return_url takes_payments`,
    what: "the sandbox's accounts, with the typed name",
    why: "Payments.",
    until: "Disconnected: without the name.",
    after_deletion: { stays: "the account without name" },
  },
  {
    table: "sandbox.methods",
    columns: `account_ref body_hash created_at currency customer_ref expires_on failed_url instrument label locale notice_url
      page_expires_at page_token ref set_up_id success_url type`,
    what: "the sandbox's methods, with the last four figures",
    why: "Charges.",
    until: `Ended: at once. Never entered: ${rules.sandbox_unpaid_days} days; deleted.`,
    after_deletion: { stays: "nothing" },
  },
  {
    table: "sandbox.transfers",
    columns: "account_ref amount_minor created_at currency merchant_ref payment_ref ref",
    what: "its transfers",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.transfer_reversals",
    columns: "amount_minor created_at merchant_ref ref transfer_ref",
    what: "its reversals",
    why: MONEY,
    until: FOR_EVER,
    after_deletion: BOOKED,
  },
  {
    table: "sandbox.payouts",
    columns: "account_ref amount_minor arrives_on created_at currency failure_code ref state",
    what: "its payouts",
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
