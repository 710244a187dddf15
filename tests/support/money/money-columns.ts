/**
 * What counts as money (docs/money.md, 4): a column of these tables that says how much, of which currency, whose it is, from
 * and until when, where it stands, who moved it, or by which number or evidence it is known. Not what people put into words,
 * what only presents, and what only says when a job tries again: those are named here with their reason.
 */
const WORDS = "words of people, which no posting reads";
const SHOWN = "decides what is shown, not what is owed";
const JOB = "when and how often a job tries";
const PERSON = "of a person, whom the product may forget";
const COUNTED = "counted in statistics alone, which `npm run rollups:check` compares";
const BEGUN = "when it was begun; when it was paid counts";
const CODE = "a key or a code, which is written anew with a new key or whenever it is used";

/** By table: the columns that are not money, and why. */
export const MONEY_TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account_status_events: { reason: WORDS },
  bank_entries: { words: WORDS, masked_account: PERSON },
  bank_exceptions: { settled_reason: WORDS },
  bank_gaps: { settled_reason: WORDS },
  bank_statements: {},
  chain_entries: {},
  connected_accounts: {
    ...{ takes_payments: SHOWN, pays_out: SHOWN, is_submitted: SHOWN, due: SHOWN, disabled_reason: SHOWN },
    ...{ legal_name: PERSON, read_at: JOB },
  },
  credit_note_cancellations: {},
  credit_notes: {},
  currencies: { is_profile_currency: SHOWN },
  debt_set_offs: {},
  dispute_act_parts: {},
  dispute_acts: {},
  dispute_holds: {},
  disputes: { look_again_at: JOB },
  document_series: {},
  give_ups: {},
  group_credits: {},
  grouplists: {
    ...{ archived_at: SHOWN, avatar_id: SHOWN, created_at: SHOWN, decline_reason: WORDS, invite_code: SHOWN },
    ...{ invites_enabled: SHOWN, name: WORDS, new_avatar_id: SHOWN, new_name: WORDS, updated_at: SHOWN },
    ...{
      ranking_enabled_at: SHOWN,
      review_since: SHOWN,
      reviewed_at: SHOWN,
      reviewed_by: SHOWN,
      slug: SHOWN,
    },
    status: SHOWN,
  },
  held_rates: {},
  journal_months: {},
  journal_numbers: {},
  ledger_account: {},
  ledger_account_marks: {},
  ledger_checkpoint_sums: {},
  ledger_checkpoints: {},
  ledger_correction_reversals: {},
  ledger_corrections: {},
  ledger_transaction: {},
  ledger_transfer: {},
  month_statements: {},
  operator_acts: {},
  payments: { redirect_url: SHOWN, failure_reason: SHOWN, needs_review: SHOWN },
  payout_batches: { content_type: SHOWN, fetched_at: SHOWN, file_name: SHOWN },
  payout_destinations: {
    ...{ code_expires_at: JOB, code_tries_left: JOB, decline_reason: WORDS, recorded_at: JOB },
  },
  payout_freezes: {},
  payout_statements: {},
  payouts: { failure_reason: WORDS, return_reported_reason: WORDS },
  reference_rates: { alarmed_at: JOB },
  refund_failures: {},
  refund_parts: {},
  refunds: { left_to_operator_at: JOB, reason: WORDS },
  refunds_beyond: {},
  settlement_event_acts: { reason: WORDS },
  settlement_events: {},
  settlement_exceptions: { settled_reason: WORDS },
  settlement_rows: {},
  settlements: {},
  statement_cancellations: {},
  suspense_entries: { refund_asked_at: JOB },
  suspense_exits: { reason: WORDS },
  tip_allocations: { counted_minor: COUNTED, is_ranked: COUNTED },
  tips: {
    ...{ created_at: BEGUN, is_ranked: COUNTED, country: COUNTED },
    ...{
      activated_at: SHOWN,
      announced_at: SHOWN,
      begun_by: SHOWN,
      decline_reason: WORDS,
      details_seen_at: SHOWN,
    },
    ...{
      fan_key: PERSON,
      words_added_at: SHOWN,
      image_id: SHOWN,
      item_name: WORDS,
      locale: SHOWN,
      message: WORDS,
      off_page_at: SHOWN,
    },
    ...{ off_page_by: SHOWN, read_at: SHOWN, review_reason: WORDS, reviewed_at: SHOWN, reviewed_by: SHOWN },
    ...{
      sender_email: PERSON,
      sender_name: PERSON,
      share_email: SHOWN,
      show_on_page: SHOWN,
      updated_at: SHOWN,
    },
    ...{ chosen_creator_ids: SHOWN, pay_currency: SHOWN, payment_type: SHOWN, tribute_item_id: SHOWN },
  },
  users: {
    ...{
      about: WORDS,
      address: PERSON,
      avatar_id: SHOWN,
      city: PERSON,
      company: PERSON,
      date_of_birth: PERSON,
    },
    ...{ email: PERSON, email_notifications: SHOWN, email_notifications_chosen_at: SHOWN },
    ...{ email_undo_until: JOB, email_verified_at: PERSON, featured_at: SHOWN, firstname: PERSON },
    ...{ goal_currency: SHOWN, goal_from: SHOWN, goal_minor: SHOWN, goal_title: WORDS, header_id: SHOWN },
    ...{ last_seen_at: SHOWN, lastname: PERSON, locale: SHOWN, name: PERSON, password_hash: CODE },
    ...{ default_price_per_message_minor: SHOWN, ranking_enabled_at: SHOWN, show_online_status: SHOWN },
    ...{ marked_amount_minor: SHOWN, marks_often_chosen: SHOWN, only_items: SHOWN },
    ...{ tip_amounts_currency: SHOWN, tip_amounts_minor: SHOWN },
    ...{
      show_supporters: SHOWN,
      accepted_terms_version: SHOWN,
      terms_accepted_at: SHOWN,
      thank_you_text: WORDS,
      updated_at: SHOWN,
      username: PERSON,
    },
    ...{ username_changed_at: SHOWN, verification_terms_accepted_at: SHOWN, zipcode: PERSON },
    verification_terms_declined_at: SHOWN,
  },
  vat_id_checks: { attempts: JOB, due_at: JOB, last_error: JOB },
  vat_rates: {},
  voucher_redemptions: {},
  vouchers: {
    ...{
      code_encrypted: CODE,
      code_end: CODE,
      code_hash: CODE,
      email: PERSON,
      locale: SHOWN,
      lock_reason: WORDS,
    },
    ...{ message: WORDS, sender_name: PERSON, updated_at: SHOWN, pay_currency: SHOWN, payment_type: SHOWN },
  },
  write_off_parts: {},
  write_offs: {},
};

/** Tables of which no posting reads a column. Their reasons are in docs/corruptions.md. */
export const OTHER_TABLES: Readonly<Record<string, readonly string[]>> = {
  "sums of the tips, which `npm run rollups:check` compares": [
    ...["daily_payment_totals", "daily_tip_totals", "fan_counts", "fan_totals", "grouplist_ranks"],
    ...[
      "grouplist_totals",
      "leaderboard_ranks",
      "leaderboard_totals",
      "monthly_tip_totals",
      "waiting_totals",
    ],
  ],
  "what was seen and noted, beside the books": [
    ...["audit_log", "document_views", "ledger_check_runs", "payment_events", "payment_lookups"],
    ...[
      "payment_starts",
      "payment_waits",
      "payout_runs",
      "refund_requests",
      "tip_series",
      "provider_webhook_events",
      "settlement_previews",
    ],
    ...["recent_writers", "completed_seeds", "idempotency_keys", "seller_notices", "seller_tax_details"],
  ],
  "pages, words and pictures": [
    ...["build_assets", "content_case_links", "content_cases", "content_complaints", "content_decisions"],
    ...["countries", "issuers", "media_files", "notice_texts", "notices", "profile_words", "social_links"],
    ...[
      "legal_texts",
      "settings",
      "special_event_texts",
      "special_events",
      "support_notes",
      "testimonial_texts",
      "testimonials",
      "tip_replies",
    ],
    ...[
      "grouplist_users",
      "tribute_items",
      "username_history",
      "verification_cases",
      "verification_documents",
    ],
  ],
  "sign-in, mail, chat, posts and limits": [
    ...["api_keys", "api_tokens", "chat_link_requests", "chat_links", "demo_mailbox", "email_changes"],
    ...["known_devices", "known_networks", "mail_outbox", "mailed_tokens", "microblog_links"],
    ...["microblog_months", "microblog_posts", "microblog_requests", "microblog_settings", "passkeys"],
    ...["pending_registrations", "rate_limits", "recovery_codes", "second_factor_challenges"],
    ...[
      "operator_invitations",
      "creator_invitations",
      "second_factors",
      "sessions",
      "spent_passkey_challenges",
      "stopped_thank_yous",
      "traffic_days",
    ],
    "connected_payouts",
    ...["webhook_deliveries", "webhook_endpoints", "overlay_alerts", "overlay_sounds", "overlays"],
    ...["traffic_entities", "traffic_views", "traffic_visitors", "voucher_tries"],
  ],
};

/** Changes of money columns that the nightly check need not notice, and why. */
export const UNNOTICED: Readonly<Record<string, string>> = {
  "grouplists.deleted": "a group that no tip was paid to",
  "grouplists.id": "a group that no tip was paid to",
  "month_statements.facts":
    "figures and words that it took when it was issued; its sums, number and month are noticed",
  "payments.deleted": "one that brought no money",
  "payments.hold_days":
    "of one that brought no money, or a voucher, which keeps when it matures; missing where an earlier version began it",
  "payments.created_at": "of one whose money fits nothing: its entry has its own time",
  "payments.settled_at": "of one whose money fits nothing: its entry has its own time",
  "tip_allocations.pending_minor":
    "what the sums of waiting money count, which `npm run rollups:check` compares",
  "tip_allocations.released_at": "of a share that never waited, which no posting releases",
  "tips.creator_id": "of a tip that nobody paid, or whose money fits nothing: no creator was credited",
  "tips.paid_at": "of a tip whose money fits nothing or went back, where no share has it",
  "tips.status":
    "PENDING, ACTIVE and DECLINED are what was read of its words; where its money stands is noticed",
};
