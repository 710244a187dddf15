import { beforeEach, describe, expect } from "vitest";
import { findLockout, withinTries } from "../../app/domain/vouchers/voucher-codes.server.ts";
import { limitTable } from "../../app/http/limit-table.ts";
import { productRules } from "../../app/product-rules.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";

// How often codes of vouchers can be guessed (docs/limits.md).

const { wrong_codes, minutes } = productRules.voucher.lockout;
const MINUTE_MS = 60_000;

let database: TestDatabase;
let now: Date;
let person = 0;
let key: Buffer;

it.beforeAll(({ database: own }) => {
  database = own;
});
beforeEach(() => {
  now = new Date("2026-11-23T12:00:00Z");
  person += 1;
  key = Buffer.from(`somebody ${person}`);
});

const services = () => ({ db: database.db, clock: () => now });
const later = (some: number) => {
  now = new Date(now.getTime() + some * MINUTE_MS);
};
/** How a try with a code ends that is right or wrong; `checked` counts how many were looked at. */
let checked = 0;
const enter = async (outcome: "valid" | "redeemed" | "expired" | "not_valid", who = key) => {
  const answer = await withinTries(services(), who, async () => {
    checked += 1;
    return { outcome };
  });
  return answer.outcome;
};
const enterWrong = async (count: number) => {
  for (let each = 0; each < count; each += 1) expect(await enter("not_valid")).toBe("not_valid");
};

describe("five wrong codes", () => {
  it("lock for an hour from the fifth, for a right code too, and for nobody else", async () => {
    await enterWrong(wrong_codes - 1);
    later(20);
    await enterWrong(1);
    const until = new Date(now.getTime() + minutes * MINUTE_MS);
    expect(await findLockout(services(), key)).toEqual(until);
    expect(await withinTries(services(), key, async () => ({ outcome: "valid" }))).toEqual({
      outcome: "locked",
      until,
    });
    expect(await enter("valid", Buffer.from("somebody else"))).toBe("valid");
    later(minutes - 1);
    expect(await enter("valid")).toBe("locked");
    later(1);
    expect(await enter("valid")).toBe("valid");
    // The count has begun anew.
    await enterWrong(wrong_codes);
    expect(await enter("not_valid")).toBe("locked");
  });

  it("are looked at, and no sixth, when fifty come at once; each counts", async () => {
    checked = 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter("not_valid")));
    expect(answers.filter((each) => each === "not_valid")).toHaveLength(wrong_codes);
    expect(answers.filter((each) => each === "locked")).toHaveLength(50 - wrong_codes);
    expect(checked).toBe(wrong_codes);
  });

  it("count while less than an hour lies between them, and not beyond it", async () => {
    await enterWrong(wrong_codes - 1);
    later(minutes);
    await enterWrong(wrong_codes - 1);
    later(minutes - 1);
    await enterWrong(1);
    expect(await enter("valid")).toBe("locked");
  });
});

describe("a code that is not wrong", () => {
  it.for(["valid", "redeemed", "expired"] as const)(
    "that is %s counts nothing, and forgives nothing",
    async (outcome) => {
      await enterWrong(wrong_codes - 1);
      for (let each = 0; each < 20; each += 1) expect(await enter(outcome)).toBe(outcome);
      await enterWrong(1);
      expect(await enter(outcome)).toBe("locked");
    },
  );

  it("locks nobody when many come at once after four wrong ones", async () => {
    await enterWrong(wrong_codes - 1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter("valid")));
    expect(new Set(answers)).toEqual(new Set(["valid"]));
    expect(await findLockout(services(), key)).toBeNull();
    expect(await enter("valid")).toBe("valid");
  });

  it("whose check fails counts as a wrong one: nobody learns more by breaking it", async () => {
    for (let each = 0; each < wrong_codes; each += 1)
      await expect(
        withinTries(services(), key, () => Promise.reject(new Error("the database is away"))),
      ).rejects.toThrow("away");
    expect(await enter("valid")).toBe("locked");
  });
});

it("an attacker with a million addresses guesses no voucher in a year", () => {
  const addresses = 1_000_000;
  const vouchers = 1_000_000;
  const hours = 365 * 24;
  // Never faster than five tries and an hour's wait: by each address as a visitor, and by each account that it registers.
  const asVisitor = wrong_codes * hours * (60 / minutes);
  const accounts = limitTable.registration.points * hours;
  const asAccounts = (accounts / 2) * asVisitor;
  const guesses = addresses * (asVisitor + asAccounts);
  expect(asVisitor).toBe(43_800);
  const chance = (guesses * vouchers) / 2 ** 80;
  expect(chance).toBeLessThan(1 / 1000);
  // Without accounts, as a visitor, it would take a hundred thousand times as long again.
  expect((addresses * asVisitor * vouchers) / 2 ** 80).toBeLessThan(1e-7);
});
