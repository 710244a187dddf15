/** docs/product.md; money in minor units. No number is repeated elsewhere. */
export const productRules = {
  tip: {
    minimum_minor: 100,
    maximum_minor: 500_00,
    presets_minor: [500, 1000, 2500, 5000, 10_000],
    preselected_minor: 1000,
    own_amounts: { minimum: 3, maximum: 6 },
    /** Fewer tips mark no amount. */
    often_chosen: { days: 90, tips_counted: 1000, tips_minimum: 10 },
    message_characters_maximum: 1000,
    sender_name_characters_maximum: 80,
    unpaid_hours: 24,
    later_words_hours: 24,
    remembered_days: 90,
  },
  /** docs/product.md, 5.16. */
  series: {
    /** Between two charges, however late the first is. */
    gap_days: 14,
    /** From the last charge to the first on another day. */
    day_gap_days: 21,
    /** Between failed tries; then the series is suspended. */
    retry_days: [3, 5, 7],
    /** From the first failure until the series ends. */
    ends_after_days: 60,
    /** Before another total applies. */
    notice_days: 14,
    /** Before each charge; direct debits always have one. */
    reminder_days: 5,
    pause_months_maximum: 3,
    batch: 100,
    /** Afterwards the provider repeats no charge by its key. */
    repeatable_hours: 20,
    unanswered_minutes: 5,
    links_per_mail: 20,
    /** Of one series; beyond them one per kind and day. */
    change_mails_a_day: 12,
    months_shown: 24,
    /** Charges wait for the press that a cancellation's mail requests. */
    declared_days: 7,
    declaration: { name_characters: 100, contract_characters: 200, reason_characters: 500 },
  },
  /** For lost provider events. */
  reconcile: {
    stale_minutes: 10,
    /** For an event that its request handles. */
    at_once_minutes: 1,
    batch: 200,
    /** In a row: the provider is down. */
    silences_maximum: 10,
    look_hours_maximum: 6,
    /** Retry period of unhandled provider events. */
    news_days: 30,
    /** In a row, before operators see it. */
    shown_failures: 3,
  },
  /** A creator's own account, read again without an event. */
  connected_account: { attention_minutes: 60, read_hours: 24, payout_days: 90, batch: 200 },
  /** Older suspense stops payouts (db/checks/11-suspense-empties.sql). */
  suspense_days: 7,
  reference_characters_maximum: 140,
  creator_page: {
    about_characters: 200,
    goal: { title_characters: 60, minimum_minor: 100, maximum_minor: 1_000_000_00, days_back: 366 },
    supporters: { shown: 3, words_characters: 140 },
  },
  grouplist: {
    name_characters_maximum: 255,
    members_maximum: 50,
    share_minimum_minor: 100,
    asks_maximum: 50,
    owned_maximum: 20,
    twice_seconds: 60,
    slug_characters: 8,
    invite_code_characters: 16,
    avatar_edge: 250,
  },
  traffic: { days: 30, rows: 20, visitor_keys_maximum: 100_000 },
  announcement: { text_characters: 300, title_characters: 80, url_characters: 300 },
  leaderboard: {
    window_days: 30,
    page_rows: 50,
    pages_maximum: 20,
    podium: 3,
    history: { periods: 12, shown: 3 },
  },
  item: {
    twice_seconds: 60,
    /** The largest is the largest tip. */
    minimum_minor: 500,
    name_characters: { minimum: 3, maximum: 255 },
    per_creator_maximum: 50,
    unverified_waiting_maximum: 3,
    image_edge: 1200,
    image_zoom_maximum: 10,
  },
  /**
   * Basis points on top of the tip. The first matching exception applies, such as { type: "INETCASH_DD", bps:
   * 1200 }; `country` is the fan's.
   */
  service_fee: { standard_bps: 1000, minimum_minor: 0, exceptions: [] },
  hold_days: { INETCASH_CC: 7, INETCASH_DB: 0, INETCASH_OB: 0, INETCASH_DD: 14 },
  /** Rows that share a creator's pending balance. */
  pending_shards: 4,
  /** `link_days`: a deleted user's link; `opened_minutes`: an operator's access. */
  statements: { link_days: 90, opened_minutes: 10 },
  upload: {
    bytes_maximum: 10 * 1024 * 1024,
    pixels_maximum: 50_000_000,
    seconds_maximum: 10,
    /** Progressive JPEGs have 10 to 20 scans; each costs a full picture. */
    scans_maximum: 100,
    edge_maximum: 1200,
    frames_maximum: 1000,
    unused_hours: 24,
  },
  receipt: {
    /** The receipt's link names the payer; result pages work. */
    payer_days: 14,
    /** The paying browser sees its receipt. */
    browser_hours: 24,
  },
  /** app/domain/retention; 13 months are at most 396 days. */
  retention: {
    check_run_days: 90,
    traffic_days: 396,
    build_asset_days: 30,
    draft_days: 2,
    /** Personal content of an unpaid tip with a payment start. */
    unpaid_words_days: 30,
    /** The rest: money may still arrive. */
    unpaid_days: 396,
    /** After its end: a dispute is still possible. */
    voucher_words_days: 396,
    support_note_days: 730,
    ended_series_years: 4,
    mail_days: 30,
    mail_failed_days: 90,
    provider_notice_days: 90,
    sandbox_notice_days: 30,
    sandbox_unpaid_days: 400,
    /** Never paid to and not in use. */
    payout_data_unused_days: 90,
    /** Legal retention, also after deletion. */
    payout_data_years: 10,
    tax_details_years: 10,
    seller_notice_days: 400,
    unconfirmed_days: 30,
    unsubmitted_document_days: 365,
    second_factor_setup_days: 1,
    /** Refund requests to creators who left. */
    left_request_days: 90,
    batch: 500,
    batches_maximum: 200,
  },
  /** docs/product.md, 5.12. */
  voucher: {
    minimum_minor: 5_00,
    maximum_minor: 500_00,
    presets_minor: [10_00, 25_00, 50_00, 100_00],
    code_characters: 16,
    /** To the end of that year after the purchase. */
    valid_years: 3,
    withdrawal_days: 14,
    shown_minutes: 60,
    pending_days: 90,
    lockout: { wrong_codes: 5, minutes: 60 },
    held_hours: 24,
  },
  private_link_minutes: 10,
  content_notices: {
    complaint_months: 6,
    /** Longer than complaints are possible. */
    words_days: 365,
    explanation_characters: { minimum: 20, maximum: 4000 },
    target_characters_maximum: 500,
    name_characters_maximum: 120,
    reasons_characters: { minimum: 20, maximum: 2000 },
  },
  refund: {
    creator_days: 30,
    /** Then an operator answers a fan's request. */
    request_days: 14,
    request_characters: { minimum: 10, maximum: 500 },
    requests_maximum: 2,
    forgotten_hours: 24,
  },
  review_hours: 24,
  reason_characters_maximum: 500,
  legal_text_bytes_maximum: 48 * 1024,
  reply: {
    ...{ per_tip_maximum: 2, characters_maximum: 1000, per_recipient_day_maximum: 10 },
    /** Its mail waits a little longer. */
    take_back_seconds: 10,
    mail_waits_seconds: 15,
  },
  /** docs/product.md, 5.14. */
  webhook: {
    ...{ addresses_maximum: 5, deliveries_kept: 100, address_characters: 2000 },
    ...{ request_seconds: 10, body_bytes_maximum: 20_000 },
    /** Waits triple, until an address is given up. */
    ...{ first_wait_seconds: 5, last_wait_hours: 24, tried_days: 3, secrets_overlap_hours: 24 },
  },
  dashboard_tips: 20,
  fans_page: 25,
  api_pages_maximum: 500,
  exported_tips: 500,
  /** Later tips are not announced. */
  new_tip_news_days: 3,
  online_minutes: 2,
  reference_rate_days_maximum: 7,
  /** No correct rate is older, not even after Easter. */
  reference_rate_alarm_days: 5,
  /** A larger change needs an operator. */
  reference_rate_leap_bps: 1_000,
  /** A larger change needs two operators. */
  reference_rate_far_leap_bps: 2_500,
  mail_retry_days: 3,
  choice_cookie_days: 365,
  waiting_refresh_seconds: 4,
  ledger_check_minutes: 10,
  ledger_checks: {
    checkpoint_least: 1_000,
    checkpoint_maximum: 10_000,
    writers_looks: 250,
    writers_look_ms: 40,
    shown_faults: 20,
  },
  /**
   * Against card testing: declined or open minus paid starts of an hour, by address, network, creator and in
   * total. Beyond it a start waits once. A tip's own declines and starts per hour are limited.
   */
  payment_starts: {
    looked_at: 400,
    at_once: 100,
    window_minutes: 60,
    /** Later an open start counts as abandoned. */
    open_minutes: 15,
    unpaid: { address: 4, network: 6, creator: 6, everywhere: 6 },
    /** Under attack a first start presses a button, within this time. */
    button: { seconds: 3, minutes: 10 },
    /** Unpaid minus paid starts that block an address, even after waiting. */
    blocked: { address: 160, minutes: 15 },
    /** No limit for creator and total with this many paid and no more declined. */
    good: { paid: 10, older_than_seconds: 60 },
    wait_minutes: 10,
    /** With fewer declined, a short wait is enough. */
    short_wait: { minutes: 1, declined: 3 },
    /** Others may have paid by then. */
    again_seconds: 30,
    declines_of_a_tip: 4,
    starts_of_a_tip: 10,
    kept_hours: 24,
  },
  /** Per kind of act and day, in EUR (docs/product.md, 6.12). */
  second_operator_from_minor: 1_000_00,
  password: { characters_minimum: 6, characters_advised: 8, characters_maximum: 1024 },
  session_days: 30,
  /** Idle counts the person's requests; `hours` is absolute. */
  operator_session: { idle_minutes: 30, hours: 12, demo_hours: 24 },
  /** For money and second factors. */
  fresh_code_minutes: 15,
  /** `known_device_days`: also for networks. */
  known_device_days: 365,
  /** `abandoned_seconds`: then a dead process's call may be repeated. */
  idempotency: { kept_hours: 24, abandoned_seconds: 60 },
  known_devices_maximum: 10,
  known_networks_maximum: 20,
  api_access_minutes: 60,
  link_hours: { register: 24, email: 24, password: 1, deletion: 24, operator: 72 },
  creator_invitation_days: 14,
  /** Payouts wait meanwhile. */
  email_undo_days: 7,
  second_factor_minutes: 10,
  /** In the browser that sent them. */
  pending_registration_minutes: 15,
  recovery_codes: 10,
  api_key: { per_account: 20, name_characters: 40, days: [30, 90, 365], use_noted_minutes: 60 },
  passkey: { per_account: 10, name_characters: 40, challenge_minutes: 10 },
  resend_seconds: 60,
  viewer_refresh_seconds: 10,
  username: { characters_minimum: 3, characters_maximum: 25 },
  username_change_days: 30,
  username_redirect_days: 90,
  age_minimum: 18,
  verification: {
    working_days: 3,
    percent_maximum: 95,
    step_minutes: 1,
    /** The last one locks the account. */
    declines_maximum: 3,
    invoice_months: 3,
    document_days: 90,
  },
  /** `days_back`: the latest that a refund may be reported. */
  credit_notes: { batch: 1_000, days_back: 100 },
  payout: {
    day: 1,
    automatic_minimum_minor: 150_00,
    regions: {
      EU: { fee_minor: 1_50, free_from_minor: 150_00, minimum_minor: 5_00 },
      SPECIAL: { fee_minor: 4_50, free_from_minor: 150_00, minimum_minor: 20_00 },
      DEFAULT: { fee_minor: 15_00, free_from_minor: null, minimum_minor: 20_00 },
      PAXUM: { fee_minor: 2_50, free_from_minor: null, minimum_minor: 5_00 },
    },
    /** Reserve for rate changes until a debt is settled. */
    debt_margin_bps: 500,
    code_minutes: 10,
    code_tries: 5,
    /** VAT ids of other EU countries use reverse charge. */
    vat_home_country: "DE",
    run_batch: 1_000,
    outcome_batch: 100,
    /** Until the statement confirms a reported return. */
    return_confirmed_bank_days: 3,
    results_bytes_maximum: 1024 * 1024,
    /** At least the smallest regional minimum. */
    min_payout_minimum_minor: 5_00,
    min_payout_maximum_minor: 1_000_000_00,
  },
  /** Per run; renewal and retry per night. */
  vies: { checks_of_run: 20, renewed_after_days: 90, invalid_renewed_after_days: 7, renewals_of_run: 500 },
  share_kit: { seconds: 600, goal_seconds: 60, bytes_kept: 4 * 1024 * 1024 },
  /** docs/product.md, 5.15. */
  overlay: {
    sources_maximum: 10,
    streams_maximum: 2_000,
    /** Of open lines, and of the leading source's right. */
    ...{ beat_seconds: 15, lead_seconds: 30, lead_renewed_seconds: 10, poll_seconds: 60 },
    stalled_seconds: 20,
    buffered_bytes: 256 * 1024,
    ...{ supporters: 5, listed: 50, kept_days: 30 },
    shown_seconds: { minimum: 1, maximum: 60 },
    css_bytes: 10_240,
    sound_bytes: 512_000,
  },
  qr_code: { pixels: 200, file_pixels: 500, margin: 2, kept: 500 },
  shared_days: 1,
  chat_bot: { link_minutes: 10, creators_of_server: 5, leaderboard_rows: 10 },
  /** docs/product.md, 9.16: per creator in 24 hours and per run; adverts by Berlin's hour. */
  microblog: {
    ...{ pin_minutes: 15, pin_tries: 5, posts_a_day: 20, channel_posts_a_day: 500 },
    ...{ at_once: 100, late_hours: 24, kept_days: 30 },
    ...{ rounds_minutes: 10, abandoned_minutes: 2, again_minutes: { first: 1, maximum: 30, budget: 60 } },
    ...{ advert: { hour: 17, weekday: 5 }, round: { sum_minor: 100_00, count: 10 } },
  },
  shown_creators: 8,
  settlement: {
    preview_hours: 24,
    /** Repeated events change nothing. */
    fetched_days: 35,
    /** Then operators look for it. */
    transfer_days_maximum: 10,
    /** After payment, without settlement. */
    unnamed_days: { from: 10, upto: 100 },
    /** A provider's file beyond these waits for two operators (docs/decisions/064). */
    bounds: {
      window_days: 35,
      payment_fees: { fixed_eur_minor: 2_00, bps: 1000 },
      dispute_fees_eur_minor: 60_00,
      other_fees: { fixed_eur_minor: 50_00, turnover_bps: 300 },
      returned_fees: { fixed_eur_minor: 100_00, turnover_bps: 300 },
      conversion: { bps: 500, fixed_eur_minor: 20_00, turnover_bps: 300 },
      collections_eur_minor: 100_00,
    },
  },
  found_transactions: 50,
  admin_rows: 25,
  inbox_rows: 50,
  exception_rows: 500,
  ended_suspense_rows: 20,
  overview: { days: 30, weeks: 8 },
  journal: { numbered_at_once: 5000, portion: 500, months: 24, quarters: 16, closed_after_hours: 1 },
  /**
   * From this many activities or above the sum; `near_bps` of either is near. `mails` a year, `mail_days`
   * apart.
   */
  dac7: { activities: 30, eur_minor: 2_000_00, near_bps: 8_000, rows: 200, mails: 3, mail_days: 30 },
  ledger_page: { owing: 50 },
  unread_lines: 20,
  search_characters_maximum: 254,
  /** A search shows `shown_rows` of each kind, and reads `read_rows` for each way. */
  support: {
    search_characters: { minimum: 3, maximum: 254 },
    iban_end_characters: 4,
    shown_rows: 10,
    read_rows: 200,
    timeline_rows: 25,
    note_characters_maximum: 2000,
    /** Again within this is the same press. */
    resend_seconds: 60,
    /** From the announced deletion to its last press. */
    letter_days: 14,
  },
  walked_cases: 500,
} as const;
