/** Why a network takes nobody's posts. */
export const NETWORK_PAUSES = ["CREDITS", "DAY_LIMIT", "KEYS", "RIGHTS"] as const;

/** Why a post was given up. */
export const POST_DROPS = [
  ...(["OFF", "GONE", "LATE", "MANY"] as const),
  ...(["DUPLICATE", "REFUSED", "UNKNOWN", "LINK_FAILED"] as const),
] as const;
