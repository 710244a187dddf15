import { proportionOf } from "./fee.ts";
import { type Minor, minor } from "./minor.ts";

/** What one minor unit is in credits: a number that every count of members divides, so that a credit is always whole. */
export const CREDIT_OF_UNIT = 3_099_044_504_245_996_706_400n;

/**
 * Splits an amount into shares in minor units that differ by one unit at most and add up to it. What is left of an even
 * split goes one unit each to those with the most credit, of equal ones to the first. A credit is what somebody's fair
 * shares came to so far, less what they got, in `CREDIT_OF_UNIT`s of a minor unit; the new ones are returned in the same
 * order (docs/product.md, 3.5). Among the same members each stays less than a unit from the fair share; among n
 * members in whatever sets, (n - 1) / 2 units at most (docs/decisions/067).
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

/** The same among members who have no credit yet. */
export function splitEqually(amount: Minor, members: number): Minor[] {
  return splitByCredit(amount, Array<bigint>(members).fill(0n)).shares;
}

/** Spreads an amount over shares in proportion, cumulatively, so that it adds up; nobody's part is more than theirs. */
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
