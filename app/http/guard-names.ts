/** What an unknown guard is answered with (docs/product.md, 6.6). */
export const UNKNOWN_GUARD = "Unknown middleware";

/** What a guard for active creators tells the page of its 403: the status that the creator has instead. */
export type NotActive = "CREATED" | "PENDING" | "DECLINED" | "CHARGEBACK";

const NOT_ACTIVE: readonly NotActive[] = ["CREATED", "PENDING", "DECLINED", "CHARGEBACK"];

/** The status that such a 403 names; null for any other error. */
export function notActiveOf(data: unknown): NotActive | null {
  const named = typeof data === "object" && data !== null && "notActive" in data ? data.notActive : null;
  return NOT_ACTIVE.find((each) => each === named) ?? null;
}
