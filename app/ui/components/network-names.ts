export const NETWORK_PAUSES = ["CREDITS", "DAY_LIMIT", "KEYS", "RIGHTS"] as const;

export const POST_DROPS = [
  ...(["OFF", "GONE", "LATE", "MANY"] as const),
  ...(["DUPLICATE", "REFUSED", "UNKNOWN", "LINK_FAILED"] as const),
] as const;
