import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Minor, minor } from "../../app/domain/money/minor.ts";
import { CREDIT_OF_UNIT, splitByCredit, splitEqually, spread } from "../../app/domain/money/split.ts";
import { NOTHING, partByCharge } from "../../app/domain/refunds/reversal-amounts.server.ts";
import { productRules } from "../../app/product-rules.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const amount = fc.integer({ min: 0, max: 50_000 }).map(minor);
const members = fc.integer({ min: 1, max: 50 });

/** How far a member is from their fair share, in units: below nothing for who is ahead. */
const unitsOf = (credit: bigint) => Number(credit) / Number(CREDIT_OF_UNIT);

/** Splits tips one after the other among sets of members; returns how far anybody was from their fair share, and what each got. */
function splitAll(count: number, tips: readonly { amount: Minor; among: readonly number[] }[]) {
  const credits = Array<bigint>(count).fill(0n);
  const got = Array<number>(count).fill(0);
  let furthest = 0;
  for (const { amount, among } of tips) {
    const split = splitByCredit(
      amount,
      among.map((member) => credits[member] ?? 0n),
    );
    for (const [place, member] of among.entries()) {
      credits[member] = split.credits[place] ?? 0n;
      got[member] = (got[member] ?? 0) + (split.shares[place] ?? 0);
      furthest = Math.max(furthest, Math.abs(unitsOf(credits[member] ?? 0n)));
    }
    expect(sum(split.shares)).toBe(amount);
    expect(Math.max(...split.shares) - Math.min(...split.shares)).toBeLessThanOrEqual(1);
  }
  expect(credits.reduce((total, credit) => total + credit, 0n)).toBe(0n);
  return { furthest, got };
}

describe("an equal split", () => {
  it("loses nothing, no two shares differ by more than a unit, and each count of members divides what a credit counts", () => {
    for (let count = 1; count <= productRules.grouplist.members_maximum; count += 1) {
      const [amount, half] = [minor(count * 100 + 1), minor(count * 100 + Math.trunc(count / 2))];
      const among = Array.from({ length: count }, (_, member) => member);
      expect(
        splitAll(count, [
          { amount, among },
          { amount: half, among },
        ]).furthest,
      ).toBeLessThan(1);
    }
  });

  it("gives what is left to who is furthest behind, and among equals to the first", () => {
    expect(splitEqually(minor(11), 3)).toEqual([4, 4, 3]);
    const first = splitByCredit(minor(10), [0n, 0n, 0n]);
    expect(first.shares).toEqual([4, 3, 3]);
    const second = splitByCredit(minor(10), first.credits);
    expect(second.shares).toEqual([3, 4, 3]);
    const third = splitByCredit(minor(10), second.credits);
    expect(third.shares).toEqual([3, 3, 4]);
    expect(third.credits).toEqual([0n, 0n, 0n]);
  });

  it("among the same members keeps each less than a unit from their fair share, whatever the amounts", () => {
    fc.assert(
      fc.property(members, fc.array(amount, { maxLength: 100 }), (count, amounts) => {
        const among = Array.from({ length: count }, (_, member) => member);
        const tips = amounts.map((each) => ({ amount: each, among }));
        expect(splitAll(count, tips).furthest).toBeLessThan(1);
      }),
    );
  });

  it("gives no member all the odd cents when the fans' choices alternate", () => {
    const tips = Array.from({ length: 12 }, (_, n) => ({
      amount: minor(5_01),
      among: n % 2 === 0 ? [0, 1] : [0, 2],
    }));
    const { got, furthest } = splitAll(3, tips);
    expect(got).toEqual([12 * 2_50 + 6, 6 * 2_50 + 3, 6 * 2_50 + 3]);
    expect(furthest).toBeLessThanOrEqual(1);
  });

  it("keeps n members within (n - 1) / 2 units of their fair share, whatever sets of them the fans choose", () => {
    const tips = fc.integer({ min: 2, max: 12 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        tips: fc.array(
          fc.record({
            amount,
            among: fc.shuffledSubarray(
              Array.from({ length: count }, (_, member) => member),
              { minLength: 1 },
            ),
          }),
          { maxLength: 120 },
        ),
      }),
    );
    fc.assert(
      fc.property(tips, (given) => {
        expect(splitAll(given.count, given.tips).furthest).toBeLessThanOrEqual((given.count - 1) / 2);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps them within that against who always chooses the pair that is furthest ahead", () => {
    for (const count of [2, 4, 8, 16]) {
      let credits = Array<bigint>(count).fill(0n);
      for (let n = 0; n < 500; n += 1) {
        const order = [...credits.keys()].sort((one, other) =>
          Number((credits[one] ?? 0n) - (credits[other] ?? 0n)),
        );
        const at = order.findIndex((member, place) => credits[member] === credits[order[place + 1] ?? -1]);
        const pair = at < 0 ? order.slice(0, 2) : order.slice(at, at + 2);
        const split = splitByCredit(
          minor(5_01),
          pair.map((member) => credits[member] ?? 0n),
        );
        credits = credits.map((credit, member) => split.credits[pair.indexOf(member)] ?? credit);
        expect(Math.max(...credits.map((credit) => Math.abs(unitsOf(credit))))).toBeLessThanOrEqual(
          (count - 1) / 2,
        );
      }
    }
  });

  it("among nobody, or among more than a group has, is a bug that throws", () => {
    for (const count of [0, 53]) expect(() => splitEqually(minor(100), count)).toThrow(RangeError);
  });
});

/** A payment in one currency, of which nothing has gone back. */
const wholeOf = (tip: number, vat: number, charged: number) => ({
  currency: "EUR",
  charged_currency: "EUR",
  amount_minor: minor(tip),
  vat_minor: minor(vat),
  service_fee_minor: minor(charged - tip - vat),
  charged_minor: minor(charged),
  application_fee_minor: null,
});

const claimShares = (tip: number, vat: number, disputed: number, charged: number, shares: number[]) =>
  spread(partByCharge(wholeOf(tip, vat, charged), NOTHING, disputed).tip_minor, shares);

describe("what a dispute claims of each share", () => {
  const shares = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 50 });
  const extra = fc.nat(10_000);

  it("a dispute's claim on each share is all of it when the whole charge is disputed, or more than that", () => {
    fc.assert(
      fc.property(shares, extra, fc.nat(100), (parts, fee, beyond) => {
        const tip = sum(parts);
        expect(claimShares(tip, 0, tip + fee + beyond, tip + fee, parts)).toEqual(parts);
      }),
    );
  });

  it("a dispute's claim on each share adds up to the tip's part of the claim, takes no share's more than there is, and at most a unit more than fair", () => {
    fc.assert(
      fc.property(shares, extra, fc.double({ min: 0, max: 1, noNaN: true }), (parts, fee, part) => {
        const tip = sum(parts);
        const charged = tip + fee;
        const disputed = Math.floor(charged * part);
        const claims = claimShares(tip, 0, disputed, charged, parts);
        expect(Math.abs(sum(claims) - (tip * disputed) / charged)).toBeLessThanOrEqual(0.5);
        for (const [index, claim] of claims.entries()) {
          const share = parts[index] ?? 0;
          expect(claim).toBeGreaterThanOrEqual(0);
          expect(claim).toBeLessThanOrEqual(share);
          expect(Math.abs(claim - (share * sum(claims)) / tip)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("a dispute's claim on each share leaves a fee that is never below nothing, so that the parts add up to what is disputed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 50_000 }),
        fc.constantFrom(0, 1900, 2550, 2700),
        fc.nat(70_000),
        (tip, rate, some) => {
          const fee = Math.floor((tip + 5) / 10);
          const vat = Math.floor((fee * rate + 5_000) / 10_000);
          const charged = tip + fee + vat;
          const disputed = Math.min(some, charged);
          const [claim = 0] = claimShares(tip, vat, disputed, charged, [tip]);
          const vatPart = Math.floor((2 * vat * disputed + charged) / (2 * charged));
          expect(disputed - claim - vatPart).toBeGreaterThanOrEqual(0);
          const part = partByCharge(wholeOf(tip, vat, charged), NOTHING, disputed);
          expect(part.tip_minor + part.service_fee_minor + part.vat_minor).toBe(disputed);
          expect(part.service_fee_minor).toBeLessThanOrEqual(fee);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

/** As the books do it: the shares in their order, what is left of each, and what of the whole has gone back. */
function takenBack(shares: readonly number[], whole: ReturnType<typeof wholeOf>, parts: readonly number[]) {
  let gone = NOTHING;
  const left = [...shares];
  for (const part of parts) {
    const back = partByCharge(whole, gone, part);
    for (const [index, claim] of spread(back.tip_minor, left).entries()) {
      expect(claim).toBeGreaterThanOrEqual(0);
      expect(claim).toBeLessThanOrEqual(left[index] ?? 0);
      left[index] = (left[index] ?? 0) - claim;
    }
    gone = {
      tip_minor: minor(gone.tip_minor + back.tip_minor),
      service_fee_minor: minor(gone.service_fee_minor + back.service_fee_minor),
      vat_minor: minor(gone.vat_minor + back.vat_minor),
      charged_minor: minor(gone.charged_minor + back.charged_minor),
      application_fee_minor: back.application_fee_minor,
    };
    expect(sum(left)).toBe(whole.amount_minor - gone.tip_minor);
  }
  return left;
}

describe("a group's tip that goes back in parts", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 30 });

  it("any number of parts of a group's tip take each share back to the cent, also when the fan paid in another currency", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5_000, max: 50_000 }),
        members,
        fc.constantFrom("EUR", "USD"),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        parts,
        (tip, count, paidIn, rate, some) => {
          const shares = splitEqually(minor(tip), count);
          const vat = Math.floor((tip * 19) / 1000);
          const total = tip + Math.floor(tip / 10) + vat;
          const isForeign = paidIn !== "EUR";
          const whole = { ...wholeOf(tip, vat, total), charged_currency: paidIn };
          const charged = minor(isForeign ? Math.max(1, Math.round(total * rate)) : total);
          const left = takenBack(shares, { ...whole, charged_minor: charged }, [...some, charged]);
          expect(left).toEqual(shares.map(() => 0));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("nobody's share is taken more than a unit a part out of proportion", () => {
    fc.assert(
      fc.property(amount, members, fc.nat(10_000), (tip, count, permyriad) => {
        const shares = splitEqually(tip, count);
        const part = Math.floor((tip * permyriad) / 10_000);
        const taken = spread(part, shares);
        expect(sum(taken)).toBe(part);
        for (const [index, each] of taken.entries())
          expect(Math.abs(each - (part * (shares[index] ?? 0)) / Math.max(1, tip))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("what a group's tip is worth in euros is the sum of what its shares are worth", () => {
    fc.assert(
      fc.property(amount, members, fc.nat(100_000), (tip, count, euros) => {
        if (tip === 0) return;
        const worths = spread(euros, splitEqually(tip, count));
        expect(sum(worths)).toBe(euros);
        expect(Math.max(...worths) - Math.min(...worths)).toBeLessThanOrEqual(Math.ceil(euros / tip) + 1);
      }),
    );
  });
});
