/**
 * Amounts of the quarters of a year, in cents, as the whole euros of the report: each is what the sum up to its end,
 * rounded half up, is more than the one before, so that they add up to the year's own sum, rounded.
 */
export function wholeEuros(quarters: readonly number[]): number[] {
  let cents = 0;
  let before = 0;
  return quarters.map((amount) => {
    cents += amount;
    const half = cents + 50;
    // The remainder of what is below zero is below zero, too.
    const now = (half - (((half % 100) + 100) % 100)) / 100;
    const euros = now - before;
    before = now;
    return euros;
  });
}
