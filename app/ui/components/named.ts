export function named<Value extends string>(
  values: readonly Value[],
  value: string,
  nameOf: (known: Value) => string,
): string {
  const known = values.find((each) => each === value);
  return known === undefined ? value : nameOf(known);
}

export const NETWORK_PAUSES = ["CREDITS", "DAY_LIMIT", "KEYS", "RIGHTS"] as const;

export const POST_DROPS = [
  ...(["OFF", "GONE", "LATE", "MANY"] as const),
  ...(["DUPLICATE", "REFUSED", "UNKNOWN", "LINK_FAILED"] as const),
] as const;

export const VOUCHER_STATES = ["VALID", "PENDING", "REDEEMED", "EXPIRED", "REFUNDED", "VOID"] as const;
