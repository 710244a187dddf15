/** The error of an unknown guard (docs/product.md, 6.6). */
export const UNKNOWN_GUARD = "Unknown middleware";

/** The error of a page that the operator's role does not open. */
export const NOT_OF_ROLE = "Not of this role";

/** The error of a monthly tip's page without it. */
export const UNKNOWN_SERIES = "Unknown series";

export type NotActive = "CREATED" | "PENDING" | "DECLINED" | "CHARGEBACK";

const NOT_ACTIVE: readonly NotActive[] = ["CREATED", "PENDING", "DECLINED", "CHARGEBACK"];

export function notActiveOf(data: unknown): NotActive | null {
  const named = typeof data === "object" && data !== null && "notActive" in data ? data.notActive : null;
  return NOT_ACTIVE.find((each) => each === named) ?? null;
}
