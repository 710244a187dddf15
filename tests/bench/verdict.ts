/** Middle, least and greatest of a row's rounds. */
export interface Spread {
  median: number;
  least: number;
  greatest: number;
}

export type Verdict = "PASS" | "FAIL" | "INCONCLUSIVE";

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return { median: (low + high) / 2, least: sorted[0] ?? Number.NaN, greatest: sorted.at(-1) ?? Number.NaN };
}

/** A spread over 30 % of the median proves nothing, whichever side it fell on (docs/product.md, 11.1). */
export function isTooWide(spread: Spread): boolean {
  return !(spread.greatest - spread.least <= 0.3 * spread.median);
}

/** Whether rounds reach a goal; `atLeast` says on which side of it good lies. */
export function judge(rounds: readonly number[], goal: number, atLeast: boolean): Verdict {
  const spread = spreadOf(rounds);
  if (isTooWide(spread)) return "INCONCLUSIVE";
  return (atLeast ? spread.median >= goal : spread.median <= goal) ? "PASS" : "FAIL";
}
