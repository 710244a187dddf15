/**
 * The numbers of the product in one place (specification sections 5 and 9, decisions.md). Money in minor units.
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
  item: { minimum_minor: 500, maximum_minor: 500_00 },
  /** On top of the tip, paid by the fan: 10 %. */
  service_fee_bps: 1000,
  /** How long a creator waits for the money of each way to pay. */
  hold_days: { INETCASH_CC: 7, INETCASH_DB: 0, INETCASH_OB: 0, INETCASH_DD: 14 },
  /** Rows that a creator's pending money is spread over. */
  pending_slots: 4,
  upload: { bytes_maximum: 10 * 1024 * 1024, pixels_maximum: 50_000_000, edge_maximum: 1200 },
  review_hours: 24,
  online_minutes: 2,
  reference_rate_days_maximum: 7,
  choice_cookie_days: 365,
  /** The waiting page after a payment asks again after so many seconds. */
  waiting_refresh_seconds: 4,
  ledger_check_minutes: 10,
} as const;
