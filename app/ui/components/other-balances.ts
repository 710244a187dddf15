export const OTHER_BALANCES = [
  "creator_pending",
  "creator_dispute_hold",
  "payout_in_transit",
  "creator_unverified",
  "creator_receivable",
] as const;
