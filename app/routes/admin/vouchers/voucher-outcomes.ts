export const VOUCHER_DONE = [
  ...(["locked", "unlocked", "gone", "mailed", "requested", "waiting"] as const),
  ...(["redeemed", "disputed", "charged_back", "not_paid", "nothing_left", "too_late"] as const),
] as const;
