import { proportionOf } from "./fee.ts";
import { type Minor, minor } from "./minor.ts";

/**
 * Splits an amount into equal shares in minor units; the remainder goes one unit each to the members that are next in
 * turn, so that no member always gains by rounding (docs/product.md, 3.5). `turn` is the group's running tip number.
 * The shares always add up to the amount.
 */
export function splitEqually(amount: Minor, members: number, turn: number): Minor[] {
  if (!Number.isInteger(members) || members < 1) throw new RangeError("a split needs at least one member");
  const share = Math.trunc(amount / members);
  const remainder = amount - share * members;
  const first = turn % members;
  return Array.from({ length: members }, (_, index) => {
    const place = (index - first + members) % members;
    return minor(place < remainder ? share + 1 : share);
  });
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
