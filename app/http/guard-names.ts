export const UNKNOWN_GUARD = "Unknown middleware";

export const NOT_OF_ROLE = "Not of this role";

export const UNKNOWN_SERIES = "Unknown series";

export type NotActive = "CREATED" | "PENDING" | "DECLINED" | "CHARGEBACK";

const NOT_ACTIVE: readonly NotActive[] = ["CREATED", "PENDING", "DECLINED", "CHARGEBACK"];

export function notActiveOf(data: unknown): NotActive | null {
  const named = typeof data === "object" && data !== null && "notActive" in data ? data.notActive : null;
  return NOT_ACTIVE.find((each) => each === named) ?? null;
}
