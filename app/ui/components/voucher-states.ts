export const VOUCHER_STATES = ["VALID", "PENDING", "REDEEMED", "EXPIRED", "REFUNDED", "VOID"] as const;
