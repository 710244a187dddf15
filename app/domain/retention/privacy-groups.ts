/** The lines of the retention table as the privacy page groups them: every table that may say something of a person. */
export const PRIVACY_GROUPS = {
  account: [
    ...["users", "account_status_events", "social_links", "tribute_items", "username_history"],
    ...[
      "testimonials",
      "testimonial_texts",
      "profile_words",
      "grouplists",
      "grouplist_users",
      "group_credits",
    ],
  ],
  pictures: ["media_files"],
  documents: ["verification_documents", "verification_cases", "document_views"],
  signIn: [
    ...[
      "sessions",
      "api_tokens",
      "mailed_tokens",
      "second_factor_challenges",
      "second_factors",
      "recovery_codes",
      "passkeys",
      "spent_passkey_challenges",
    ],
    ...["pending_registrations", "kept_forms", "email_changes", "known_devices", "known_networks"],
    "recent_writers",
  ],
  limits: ["rate_limits", "voucher_tries", "idempotency_keys", "payment_starts", "payment_waits"],
  tips: [
    ...["tips", "tip_replies", "stopped_thank_yous", "monthly_tip_totals", "fan_totals", "fan_counts"],
    ...["waiting_totals", "grouplist_totals", "grouplist_ranks", "leaderboard_ranks"],
  ],
  vouchers: ["vouchers", "voucher_redemptions"],
  payments: [
    ...["payments", "payment_events", "payment_lookups", "provider_webhook_events", "ledger_check_runs"],
    ...["tip_allocations", "refunds", "refund_parts", "disputes", "dispute_holds", "dispute_acts"],
    ...["dispute_act_parts", "settlement_rows", "settlement_events", "settlement_exceptions", "write_offs"],
    ...["debt_set_offs", "credit_notes", "credit_note_cancellations"],
    ...[
      "give_ups",
      "ledger_corrections",
      "ledger_correction_reversals",
      "refunds_beyond",
      "refund_failures",
      "write_off_parts",
      "settlements",
      "ledger_account",
      "ledger_checkpoints",
    ],
    "chain_entries",
    ...["ledger_checkpoint_sums", "ledger_account_marks", "ledger_transaction", "ledger_transfer"],
    ...[
      "journal_numbers",
      "journal_months",
      "daily_payment_totals",
      "daily_tip_totals",
      "leaderboard_totals",
    ],
    ...["suspense_entries", "suspense_exits", "audit_log", "settlement_event_acts", "settlement_previews"],
  ],
  payouts: [
    ...[
      "payouts",
      "payout_runs",
      "payout_freezes",
      "document_series",
      "payout_destinations",
      "payout_batches",
    ],
    ...["operator_acts", "bank_statements", "bank_entries", "bank_exceptions", "bank_gaps"],
    ...["payout_statements", "statement_cancellations", "issuers", "month_statements"],
  ],
  notices: ["content_cases", "content_case_links", "content_complaints", "content_decisions"],
  traffic: ["traffic_days", "traffic_visitors", "traffic_views", "traffic_entities"],
  microblog: ["microblog_requests", "microblog_links", "microblog_settings", "microblog_posts"],
  chatBot: ["chat_links", "chat_link_requests"],
  mails: ["mail_outbox", "demo_mailbox"],
  sandbox: ["sandbox.payments", "sandbox.notices", "sandbox.refunds", "sandbox.disputes"],
} as const satisfies Record<string, readonly string[]>;

export type PrivacyGroup = keyof typeof PRIVACY_GROUPS;

/** The groups in the order of the page. */
export const PRIVACY_GROUP_NAMES: readonly PrivacyGroup[] = [
  ...([
    "account",
    "pictures",
    "documents",
    "signIn",
    "limits",
    "tips",
    "vouchers",
    "payments",
    "payouts",
    "notices",
    "traffic",
    "microblog",
    "chatBot",
    "mails",
  ] as const),
  "sandbox",
];
