import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { splitEqually, spread } from "../../app/domain/money/split.ts";
import { partByCharge } from "../../app/domain/refunds/reversal-amounts.server.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const amount = fc.integer({ min: 0, max: 50_000 }).map(minor);
const members = fc.integer({ min: 1, max: 50 });

describe("an equal split", () => {
  it("an equal split loses nothing, and no two shares differ by more than one unit", () => {
    fc.assert(
      fc.property(amount, members, fc.nat(1_000_000), (whole, count, turn) => {
        const shares = splitEqually(whole, count, turn);
        expect(shares).toHaveLength(count);
        expect(sum(shares)).toBe(whole);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("an equal split gives the remainder to the next in turn", () => {
    expect(splitEqually(minor(10), 3, 0)).toEqual([4, 3, 3]);
    expect(splitEqually(minor(10), 3, 1)).toEqual([3, 4, 3]);
    expect(splitEqually(minor(10), 3, 2)).toEqual([3, 3, 4]);
    expect(splitEqually(minor(11), 3, 2)).toEqual([4, 3, 4]);
  });

  it("an equal split is fair in the long run: after as many tips as there are members, all have the same", () => {
    fc.assert(
      fc.property(amount, members, fc.nat(1000), (whole, count, firstTurn) => {
        const totals = Array.from({ length: count }, () => 0);
        for (let turn = firstTurn; turn < firstTurn + count; turn += 1) {
          for (const [member, share] of splitEqually(whole, count, turn).entries())
            totals[member] = (totals[member] ?? 0) + share;
        }
        expect(new Set(totals)).toEqual(new Set([whole]));
      }),
    );
  });

  it("an equal split among nobody, or among parts of a person, is a bug that throws", () => {
    for (const count of [0, -1, 1.5, Number.NaN])
      expect(() => splitEqually(minor(100), count, 0)).toThrow(RangeError);
  });
});

const zero = minor(0);
const NOTHING = { tip_minor: zero, service_fee_minor: zero, vat_minor: zero, charged_minor: zero };

/** A payment in one currency, of which nothing has gone back. */
const wholeOf = (tip: number, vat: number, charged: number) => ({
  currency: "EUR",
  charged_currency: "EUR",
  amount_minor: minor(tip),
  vat_minor: minor(vat),
  service_fee_minor: minor(charged - tip - vat),
  charged_minor: minor(charged),
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
        fc.nat(1000),
        fc.constantFrom("EUR", "USD"),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        parts,
        (tip, count, turn, paidIn, rate, some) => {
          const shares = splitEqually(minor(tip), count, turn);
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
      fc.property(amount, members, fc.nat(1000), fc.nat(10_000), (tip, count, turn, permyriad) => {
        const shares = splitEqually(tip, count, turn);
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
      fc.property(amount, members, fc.nat(1000), fc.nat(100_000), (tip, count, turn, euros) => {
        if (tip === 0) return;
        const worths = spread(euros, splitEqually(tip, count, turn));
        expect(sum(worths)).toBe(euros);
        expect(Math.max(...worths) - Math.min(...worths)).toBeLessThanOrEqual(Math.ceil(euros / tip) + 1);
      }),
    );
  });
});
