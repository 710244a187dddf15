/** How a rank changed since yesterday ended; "new" for who had none then. */
export type Movement = { kind: "up" | "down"; places: number } | { kind: "same" } | { kind: "new" };

/** Null while the ranks of yesterday are not there: no movement is better than a wrong one. */
export function movementOf(rank: number, before: number | null, isYesterdayKept: boolean): Movement | null {
  if (!isYesterdayKept) return null;
  if (before === null) return { kind: "new" };
  if (before === rank) return { kind: "same" };
  return { kind: rank < before ? "up" : "down", places: Math.abs(before - rank) };
}
