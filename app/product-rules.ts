/**
 * The numbers of the product in one place (docs/product.md). Money in minor units.
 * Everything else takes them from here; nothing repeats them.
 */
export const productRules = {
  tip: {
    minimum_minor: 100,
    maximum_minor: 500_00,
    presets_minor: [500, 1000, 2500, 5000, 10_000],
    preselected_minor: 1000,
    message_characters_maximum: 1000,
    sender_name_characters_maximum: 80,
    unpaid_hours: 24,
  },
  /** Payments whose notice may have been lost: after this they are asked about, so many at a time. */
  reconcile: {
    stale_minutes: 10,
    batch: 200,
    /** A provider that was silent so often in a row is away. */
    silences_maximum: 10,
    /** What does not move or cannot be handled is asked about ever more seldom, but at least so often. */
    look_hours_maximum: 6,
    /** News that cannot be handled is tried again for so long. */
    news_days: 30,
    /** After so many failures in a row an operator sees it. */
    shown_failures: 3,
  },
  /** Money that fits nothing for longer than this stops payouts (db/checks/11-suspense-empties.sql). */
  suspense_days: 7,
  /** What names a transfer or refund elsewhere, as banks allow it. */
  reference_characters_maximum: 140,
  /** What a creator's page says of them beside name and pictures. */
  creator_page: {
    about_characters: 200,
    goal: { title_characters: 60, minimum_minor: 100, maximum_minor: 1_000_000_00, days_back: 366 },
    /** So many of the last supporters, with so much of their words. */
    supporters: { shown: 3, words_characters: 140 },
  },
  /** Pages that several creators share (docs/product.md, 5.11). */
  grouplist: {
    name_characters_maximum: 255,
    /** Owner and members. */
    members_maximum: 50,
    /** The least that each of them gets of a tip. */
    share_minimum_minor: 100,
    /** So many may wait for their owner's answer at once. */
    asks_maximum: 50,
    /** Of one owner, in every state. */
    owned_maximum: 20,
    /** The same form so soon again is the same group. */
    twice_seconds: 60,
    slug_characters: 8,
    invite_code_characters: 16,
    avatar_edge: 250,
  },
  /** The page of traffic: so many days, and so many rows of each table. So many visitors of a day are told apart. */
  traffic: { days: 30, rows: 20, visitor_keys_maximum: 100_000 },
  /** What operators put above pages (domain/announcements). */
  announcement: { text_characters: 300, title_characters: 80, url_characters: 300 },
  leaderboard: {
    /** The sliding window of rankings, today included. */
    window_days: 30,
    /** So many a page, and so many pages; the first of them stand on a podium. */
    page_rows: 50,
    pages_maximum: 20,
    podium: 3,
    /** How many past days, weeks or months are shown, and so many of each. */
    history: { periods: 12, shown: 3 },
  },
  item: {
    twice_seconds: 60,
    minimum_minor: 500,
    maximum_minor: 500_00,
    name_characters: { minimum: 3, maximum: 255 },
    /** Of a creator, in every state. */
    per_creator_maximum: 50,
    /** Of a creator who is not verified, so many may wait for an operator at once. */
    unverified_waiting_maximum: 3,
    /** The edge of the square picture, and how near the creator may take it. */
    image_edge: 1200,
    image_zoom_maximum: 10,
  },
  /**
   * On top of the tip, paid by the fan, in basis points: 10 %, unless an exception fits the payment; the first that does
   * counts. 12 % for direct debit is the line { type: "INETCASH_DD", bps: 1200 }; `country` is the fan's.
   */
  service_fee: { standard_bps: 1000, exceptions: [] },
  /** How long a creator waits for the money of each way to pay. */
  hold_days: { INETCASH_CC: 7, INETCASH_DB: 0, INETCASH_OB: 0, INETCASH_DD: 14 },
  /** Rows that a creator's pending money is spread over. */
  pending_shards: 4,
  /** So long whoever left can read their statements by the link that they got, and an operator one after saying why. */
  statements: { leaver_days: 90, opened_minutes: 10 },
  upload: {
    bytes_maximum: 10 * 1024 * 1024,
    pixels_maximum: 50_000_000,
    /** One picture is decoded for so long. */
    seconds_maximum: 10,
    /** Of a progressive JPEG: cameras and programs write 10 to 20, and each costs as much as the picture is large. */
    scans_maximum: 100,
    edge_maximum: 1200,
    /** Of a GIF that moves; the first alone is kept. */
    frames_maximum: 1000,
    /** A picture that nobody has used after so long goes. */
    unused_hours: 24,
  },
  receipt: {
    /** For so long after the payment the receipt's link names the payer, and the result pages lead on. */
    payer_days: 14,
    /** For so long the browser that began a payment is led to its receipt. */
    browser_hours: 24,
  },
  /** How long what is no longer needed is kept (app/domain/retention); 13 months are 396 days at most. */
  retention: {
    check_run_days: 90,
    traffic_days: 396,
    build_asset_days: 30,
    /** A draft that ended and that nobody began to pay. */
    draft_days: 2,
    /** Words, picture and address of a tip that ended unpaid after its payment was begun. */
    unpaid_words_days: 30,
    /** The rest of it: money may still arrive. */
    unpaid_days: 396,
    /** Words and address of a voucher that was redeemed, expired or was paid back: its payment may still be disputed. */
    voucher_words_days: 396,
    mail_days: 30,
    mail_failed_days: 90,
    provider_notice_days: 90,
    sandbox_notice_days: 30,
    sandbox_unpaid_days: 400,
    /** Payout data that was never paid to and is not in use. */
    payout_data_unused_days: 90,
    /** What was paid, to whom and where to, for tax and law; after a deletion, too. */
    payout_data_years: 10,
    /** What the report of DAC7 said of a seller, from the last look at its year; what it never came to say. */
    tax_details_years: 10,
    seller_notice_days: 400,
    /** An account whose address nobody confirmed, with what was uploaded for it. */
    unconfirmed_days: 30,
    /** Documents of an account that never submitted them. */
    unsubmitted_document_days: 365,
    /** A two-step login that was set up halfway. */
    second_factor_setup_days: 1,
    /** Rows that one step of the job takes at once. */
    batch: 500,
    /** Batches of one step in one run; the rest waits for the next hour. */
    batches_maximum: 200,
  },
  /** Vouchers (docs/product.md, 5.12). */
  voucher: {
    minimum_minor: 5_00,
    maximum_minor: 500_00,
    presets_minor: [10_00, 25_00, 50_00, 100_00],
    /** Valid until the last day of the year that is so many after the purchase's. */
    valid_years: 3,
    withdrawal_days: 14,
    /** So long the code shows to the browser that bought it. */
    shown_minutes: 60,
    /** So long a redemption waits for its creator's verification. */
    pending_days: 90,
    /** Wrong codes from one account, or one visitor's address, until redeeming is locked for a while. */
    lockout: { wrong_codes: 5, minutes: 60 },
    /** So long a browser keeps a voucher that its visitor wants to redeem after logging in or registering. */
    held_hours: 24,
  },
  /** How long the address of a private file works that a page shows. */
  private_link_minutes: 10,
  /** Notices about content and complaints against decisions (docs/product.md, 6.14). */
  content_notices: {
    /** So long after a decision either side may complain. */
    complaint_months: 6,
    /** Words and names of a case that is decided; longer than somebody may complain. */
    words_days: 365,
    explanation_characters: { minimum: 20, maximum: 4000 },
    target_characters_maximum: 500,
    name_characters_maximum: 120,
    /** So many words stand in the statement of reasons at least. */
    reasons_characters: { minimum: 20, maximum: 2000 },
  },
  refund: {
    /** So long after the payment a creator may give a tip back; operators may at any time. */
    creator_days: 30,
    /** The job of a refund has given up by then; it is asked for again. */
    forgotten_hours: 24,
  },
  review_hours: 24,
  /** Of what an operator or a creator writes to explain a decision. */
  reason_characters_maximum: 500,
  /** Of thank-yous to the fan of a tip. */
  reply: { per_tip_maximum: 2, characters_maximum: 1000, per_recipient_day_maximum: 10 },
  /** Tips on a page of the dashboard, and in a portion of the table for spreadsheets. */
  dashboard_tips: 20,
  fans_page: 25,
  /** So many pages of a long list have a number; what is older is asked for by where a page ended. */
  api_pages_maximum: 500,
  exported_tips: 500,
  /** A mail about a new tip is no news after so many days. */
  new_tip_news_days: 3,
  online_minutes: 2,
  reference_rate_days_maximum: 7,
  /** A rate older than this alarms an operator: without a fault it is never older, not even after Easter. */
  reference_rate_alarm_days: 5,
  /** A rate that differs so much from the one before it, in hundredths of a percent, waits for an operator. */
  reference_rate_leap_bps: 1_000,
  /** And one that differs so much waits for two. */
  reference_rate_far_leap_bps: 2_500,
  /** A mail that cannot be sent is tried for so long; then an operator sees it. */
  mail_retry_days: 3,
  choice_cookie_days: 365,
  /** The waiting page after a payment asks again after so many seconds. */
  waiting_refresh_seconds: 4,
  ledger_check_minutes: 10,
  /**
   * A checkpoint of the books covers at least and at most so many transactions; who is writing postings meanwhile is waited
   * for by so many looks; so many rows of a fault are kept.
   */
  ledger_checks: {
    checkpoint_least: 1_000,
    checkpoint_maximum: 10_000,
    writers_looks: 250,
    writers_look_ms: 40,
    shown_faults: 20,
  },
  /**
   * Cards that are tried out: of the last starts of an hour from one address, in one network, for one creator and
   * altogether, so many may be declined or under way more than were paid. Who comes then waits once. A tip, whether it
   * waited or not, has so many declined tries and so many starts an hour.
   */
  payment_starts: {
    looked_at: 400,
    /** More are not under way at once, on all instances. */
    at_once: 100,
    window_minutes: 60,
    /** A start that was not paid by then was given up; unless it was declined, it tells nothing. */
    open_minutes: 15,
    unpaid: { address: 4, network: 6, creator: 6, everywhere: 6 },
    /** Where a creator's page is under attack, a first try presses a button: so soon, and so long after it was shown. */
    button: { seconds: 3, minutes: 10 },
    /** With so many more unpaid than paid from one address, who has waited is refused, too, for so long. */
    blocked: { address: 160, minutes: 15 },
    /** For a creator and altogether that ends where business is good: so many paid, and no more declined than paid. */
    good: { paid: 10, older_than_seconds: 60 },
    wait_minutes: 10,
    /** Where fewer than so many more were declined than paid, starts are only left open: a short wait is enough. */
    short_wait: { minutes: 1, declined: 3 },
    /** So soon it may be tried again: others may have paid meanwhile. */
    again_seconds: 30,
    declines_of_a_tip: 4,
    starts_of_a_tip: 10,
    kept_hours: 24,
  },
  /** From this worth of a day's acts of a kind on, in EUR, an operator needs another (docs/product.md, 6.12). */
  second_operator_from_minor: 1_000_00,
  password: { characters_minimum: 6, characters_advised: 8, characters_maximum: 1024 },
  /** A session is renewed when less than half of its time remains. */
  session_days: 30,
  /** An operator's session ends after so long without a request of the person, and after so long at most. */
  operator_session: { idle_minutes: 30, hours: 12, demo_hours: 24 },
  /** What moves money or takes a second factor away needs a code that was typed so lately. */
  fresh_code_minutes: 15,
  /** Devices and networks on which an account signed in are known for so long, and so many of each. */
  known_device_days: 365,
  /** For so long a call that comes again with its key is known; one whose process ended can be made anew after a while. */
  idempotency: { kept_hours: 24, abandoned_seconds: 60 },
  known_devices_maximum: 10,
  known_networks_maximum: 20,
  api_access_minutes: 60,
  /** How long the links in mails work, in hours. */
  link_hours: { register: 24, email: 24, password: 1, deletion: 24 },
  /** So long an email change can be undone by the old address, and nothing is paid out. */
  email_undo_days: 7,
  /** Time for the second step of signing in. */
  second_factor_minutes: 10,
  /** The good parts of a refused registration, kept for the browser that sent them. */
  pending_registration_minutes: 15,
  recovery_codes: 10,
  /** Passkeys of an account, and how long one may be asked for by the same challenge. */
  passkey: { per_account: 10, name_characters: 40, challenge_minutes: 10 },
  resend_seconds: 60,
  viewer_refresh_seconds: 10,
  username: { characters_minimum: 3, characters_maximum: 25 },
  username_change_days: 30,
  username_redirect_days: 90,
  age_minimum: 18,
  verification: {
    /** A creator is told of so many, and of a percentage that never promises to be through. */
    working_days: 3,
    percent_maximum: 95,
    /** The decline that locks the account. */
    declines_maximum: 3,
    /** An invoice or a letter that is handed in may be so old. */
    invoice_months: 3,
    /** How long documents are kept after the decision. */
    document_days: 90,
  },
  /** Credit notes that one run numbers; a refund is told late by so many days at most. */
  credit_notes: { batch: 1_000, days_back: 100 },
  payout: {
    /** The least that is paid out by itself, and from which a withdrawal costs nothing (docs/product.md, 7.2). */
    automatic_minimum_minor: 150_00,
    /** By the bank's region: what a withdrawal costs, from what it is free, and its least. Fees include VAT. */
    regions: {
      EU: { fee_minor: 1_50, free_from_minor: 150_00, minimum_minor: 5_00 },
      SPECIAL: { fee_minor: 4_50, free_from_minor: 150_00, minimum_minor: 20_00 },
      DEFAULT: { fee_minor: 15_00, free_from_minor: null, minimum_minor: 20_00 },
      PAXUM: { fee_minor: 2_50, free_from_minor: null, minimum_minor: 5_00 },
    },
    /** Held back beyond the worth of a debt in another currency, for what rates may do until it is settled. */
    debt_margin_bps: 500,
    code_minutes: 10,
    code_tries: 5,
    /** Where the platform pays its VAT: for a VAT id elsewhere in the EU the tax is the creator's own matter. */
    vat_home_country: "DE",
    /** Creators that a monthly run pays in one transaction. */
    run_batch: 1_000,
    /** Payouts that one transaction marks paid, failed or bounced. */
    outcome_batch: 100,
    /** A return that was reported is in the bank's statement within so many days on which banks work. */
    return_confirmed_bank_days: 3,
    /** What a bank's file of results may have. */
    results_bytes_maximum: 1024 * 1024,
    /** The limits of a creator's own minimum: no payout is smaller than the smallest of the regions. */
    min_payout_minimum_minor: 5_00,
    min_payout_maximum_minor: 1_000_000_00,
  },
  /** VAT ids that one run looks up in VIES; after so many days an answer is asked for again, so many in a night. */
  vies: { checks_of_run: 20, renewed_after_days: 90, invalid_renewed_after_days: 7, renewals_of_run: 500 },
  /** The QR code of a page: as shown, and the PNG to take along; a margin in modules. */
  /** What others show of a creator may be so old; so many bytes of pictures drawn lately stay in memory. */
  share_kit: { seconds: 600, bytes_kept: 4 * 1024 * 1024 },
  qr_code: { pixels: 200, file_pixels: 500, margin: 2, kept: 500 },
  /** The drawer's dot at "share" stays away for so long after it was done. */
  shared_days: 1,
  /**
   * Posts on other networks (docs/product.md, 9.16): of one creator in 24 hours, and of one run; what is a day old is no news;
   * the first of the round figures; adverts from an hour in Berlin on, the weekly one on Fridays.
   */
  chat_bot: { link_minutes: 10, creators_of_server: 5, leaderboard_rows: 10 },
  microblog: {
    ...{ pin_minutes: 15, pin_tries: 5, posts_a_day: 20, channel_posts_a_day: 500 },
    ...{ at_once: 100, late_hours: 24, kept_days: 30 },
    ...{ rounds_minutes: 10, abandoned_minutes: 2, again_minutes: { first: 1, maximum: 30, budget: 60 } },
    ...{ advert: { hour: 17, weekday: 5 }, round: { sum_minor: 100_00, count: 10 } },
  },
  /** So many creators stand in a list of them. */
  shown_creators: 8,
  settlement: {
    /** What was read of a provider is kept for so long, while an operator looks at what it would post. */
    preview_hours: 24,
    /** What a provider tells by its API is fetched for so many days back; what was told before changes nothing. */
    fetched_days: 35,
    /** A transfer of a provider is on its way for so long; then an operator looks where it is. */
    transfer_days_maximum: 10,
    /** A payment that no settlement has named for so long after its money came is listed, and for so long it is. */
    unnamed_days: { from: 10, upto: 100 },
    /**
     * What a provider's file may say by itself; what is beyond waits for two operators. Of each payment so much may be kept
     * in all, of each dispute, and of no payment in the window's days: of what fans were charged by this provider in them.
     * So much may be given back in the window, whatever was kept before.
     * Conversions are at the day's rate, and all of a window together near it; collections of no reason are small.
     */
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
  /** Transactions that are shown of what begins as somebody searched. */
  found_transactions: 50,
  /** Rows of a page of the back office; of the ledger's page, and of a bank's answer that could not be read. */
  admin_rows: 25,
  /** Unclear payments that were settled last, below those that wait. */
  ended_suspense_rows: 20,
  /** How far back the overview of the back office looks. */
  overview: { days: 30, weeks: 8 },
  /** The journal: numbered, exported and listed in portions; a month is closed an hour after its end. */
  journal: { numbered_at_once: 5000, portion: 500, months: 24, quarters: 16, closed_after_hours: 1 },
  /**
   * The DAC7 report: from so many activities of a year on, or above this sum, a creator is reportable; near is a share of
   * both. `rows` sellers are listed on a page. Without tax details a creator gets `mails` mails for a year, `mail_days` days
   * apart.
   */
  dac7: { activities: 30, eur_minor: 2_000_00, near_bps: 8_000, rows: 200, mails: 3, mail_days: 30 },
  ledger_page: { owing: 50 },
  unread_lines: 20,
  search_characters_maximum: 254,
  /** So many open cases of a queue are walked from one to the next. */
  walked_cases: 500,
} as const;
