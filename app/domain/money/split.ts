import { proportionOf } from "./fee.ts";
import { type Minor, minor } from "./minor.ts";

/** Divisible by every member count. */
export const CREDIT_OF_UNIT = 3_099_044_504_245_996_706_400n;

/**
 * Shares differ by at most one unit; the highest credits get the rest, then by order. Credit: fair shares
 * less receipts, in `CREDIT_OF_UNIT`s; equal members stay within a unit, n changing ones within (n - 1) / 2
 * (docs/product.md, 3.5; docs/decisions/067).
 */
export function splitByCredit(
  amount: Minor,
  credits: readonly bigint[],
): { shares: Minor[]; credits: bigint[] } {
  const members = credits.length;
  if (members < 1 || CREDIT_OF_UNIT % BigInt(members) !== 0n)
    throw new RangeError(`there is no split among ${members}`);
  const share = Math.trunc(amount / members);
  const left = amount - share * members;
  const fair = (BigInt(left) * CREDIT_OF_UNIT) / BigInt(members);
  const first = credits
    .map((credit, place) => ({ credit, place }))
    .sort((one, other) => Number(other.credit > one.credit) - Number(other.credit < one.credit))
    .slice(0, left);
  const gets = new Set(first.map(({ place }) => place));
  return {
    shares: credits.map((_, place) => minor(gets.has(place) ? share + 1 : share)),
    credits: credits.map((credit, place) => credit + fair - (gets.has(place) ? CREDIT_OF_UNIT : 0n)),
  };
}

export function splitEqually(amount: Minor, members: number): Minor[] {
  return splitByCredit(amount, Array<bigint>(members).fill(0n)).shares;
}

/** Cumulatively, so that parts add up and none exceeds its share. */
export function spread(amount: number, shares: readonly number[]): number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (whole === 0) return shares.map(() => 0);
  let before = 0;
  let spreadBefore = 0;
  return shares.map((share) => {
    before += share;
    const spreadUpTo = proportionOf(minor(amount), before, whole);
    const own = spreadUpTo - spreadBefore;
    spreadBefore = spreadUpTo;
    return own;
  });
}
