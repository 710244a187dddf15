import { afterEach, describe, expect } from "vitest";
import { expectCleanEnd, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  accountStatus,
  balancesOf,
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  mature,
  moveAccount,
  paymentOf,
  payOut,
  payTip,
  type TipWorld,
  tell,
  tellDispute,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeAll(async ({ database }) => {
  // What a creator owes, the platform bears for a while.
  await earnBefore(createTipWorld(database.db), "EUR", 10_000_00);
});
it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanEnd(world));

const days = (count: number) => mature(world, count);

describe("a dispute that is opened", () => {
  it("a dispute that is opened holds money that has not matured, and it does not mature under the dispute", async () => {
    const payment = await payTip(world, creator);
    expect(await tellDispute(world, payment, "OPEN")).toBe("dispute_opened");
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
    await days(8);
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS" });
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE" });
  });

  it("a dispute that is opened holds money that is available, as far as there is any", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await days(7);
    await payOut(world, creator);
    await payTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
    await tellDispute(world, payment, "OPEN");
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 20_00 });
  });

  it("a dispute that is opened takes nothing from what another tip has waiting", async () => {
    const payment = await payTip(world, creator, { amount: 50_00 });
    await days(7);
    await payOut(world, creator);
    await payTip(world, creator, { amount: 30_00 });
    await tellDispute(world, payment, "OPEN");
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 30_00 });
  });

  it("a dispute that is reported again, or after its end, changes nothing", async () => {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "OPEN");
    const before = await ledgerSize(world.db);
    expect(await tellDispute(world, payment, "OPEN")).toBe("unchanged");
    expect(await ledgerSize(world.db)).toEqual(before);
    await tellDispute(world, payment, "LOST");
    const lost = await ledgerSize(world.db);
    for (const state of ["OPEN", "LOST"] as const)
      expect(await tellDispute(world, payment, state)).toBe("unchanged");
    expect(await ledgerSize(world.db)).toEqual(lost);
  });

  it("a dispute of a payment that was not yet paid waits until the money is there", async () => {
    const payment = await beginTip(world, creator);
    expect(
      await tell(world, payment, {
        state: "OPEN",
        disputes: [{ disputeRef: "early", state: "OPEN", amountMinor: 55_95 }],
      }),
    ).toBe("unchanged");
    expect(await tellDispute(world, payment, "OPEN", { ref: "early" })).toBe("dispute_opened");
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
  });
});

describe("a dispute that is won", () => {
  it("a dispute that is won gives back what it held, to where it came from", async () => {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "OPEN");
    expect(await tellDispute(world, payment, "WON")).toBe("dispute_won");
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    await days(7);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a dispute that is won after the money had matured makes it available again", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await tellDispute(world, payment, "OPEN");
    expect(await balancesOf(world, creator)).toEqual({ creator_dispute_hold: 50_00 });
    await tellDispute(world, payment, "WON");
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });
});

describe("a dispute that is lost", () => {
  it("a dispute that is lost takes what was held, and the fee and its VAT return with it", async () => {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "OPEN");
    expect(await tellDispute(world, payment, "LOST")).toBe("dispute_lost");
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
    expect(await tipOf(world, payment)).toMatchObject({ status: "CHARGEBACK" });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("a dispute that is first reported when it is lost is taken the same way", async () => {
    const payment = await payTip(world, creator);
    expect(await tellDispute(world, payment, "LOST")).toBe("dispute_lost");
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("a dispute that is lost after the money was paid out leaves the creator owing, with the status CHARGEBACK", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    await tellDispute(world, payment, "OPEN");
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
    await tellDispute(world, payment, "LOST");
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 50_00 });
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
  });

  it("a dispute that is lost is repaid by later tips, and then the creator is ACTIVE again", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    await tellDispute(world, payment, "LOST");
    await payTip(world, creator, { amount: 20_00, type: "INETCASH_OB" });
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 30_00 });
    await payTip(world, creator, { amount: 40_00 });
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 30_00, creator_pending: 40_00 });
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    await days(7);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 10_00 });
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("a dispute that is lost leaves a locked creator locked", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    await moveAccount(world, creator.id, ["LOCKED"]);
    await tellDispute(world, payment, "LOST");
    expect(await balancesOf(world, creator)).toEqual({ creator_receivable: 50_00 });
    expect(await accountStatus(world, creator)).toBe("LOCKED");
  });

  it("a dispute that is lost in one currency leaves a debt in that currency, and tips in another do not repay it", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    await tellDispute(world, payment, "LOST");
    await world.db.updateTable("users").set({ currency: "USD" }).where("id", "=", creator.id).execute();
    const dollars = { ...creator, currency: "USD" };
    await payTip(world, dollars, { amount: 60_00 });
    await days(7);
    expect(await balancesOf(world, dollars)).toEqual({ creator_available: 60_00 });
    expect(await balancesOf(world, creator, "EUR")).toEqual({ creator_receivable: 50_00 });
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
  });
});

describe("a dispute over a part", () => {
  it("a dispute over a part holds and takes the part's share of the tip, of the fee and of the VAT", async () => {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "OPEN", { amount: 27_98 });
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 25_00, creator_dispute_hold: 25_00 });
    await tellDispute(world, payment, "LOST", { amount: 27_98 });
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 25_00 });
    await days(7);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 25_00 });
  });

  it.each([
    [33_33, 18_65],
    [1_00, 14],
    [7_77, 1],
  ])(
    "a dispute over a part of %i cents and another one over the rest take the whole tip and no cent more",
    async (amount, part) => {
      const payment = await payTip(world, creator, { amount });
      await tellDispute(world, payment, "LOST", { amount: part, ref: "one" });
      await tellDispute(world, payment, "LOST", { amount: payment.charged_minor - part, ref: "other" });
      expect(await balancesOf(world, creator)).toEqual({});
      expect(await accountStatus(world, creator)).toBe("ACTIVE");
    },
  );

  it("a dispute over a part in another currency takes the part of the charge that was disputed", async () => {
    const dollars = await createCreator(world, { currency: "USD" });
    const payment = await payTip(world, dollars, { payIn: "JPY" });
    await tellDispute(world, payment, "LOST", { amount: Math.trunc(payment.charged_minor / 2) });
    expect(await balancesOf(world, dollars)).toEqual({ creator_pending: 25_00 });
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "CHARGEBACK" });
  });
});

describe("a lost dispute that is won after all", () => {
  it("a lost dispute that is won after all gives back what was taken: what had waited waits again", async () => {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "LOST");
    expect(await tellDispute(world, payment, "WON")).toBe("dispute_reversed");
    expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS" });
    expect(await tipOf(world, payment)).toMatchObject({ status: "ACTIVE" });
    await days(7);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a lost dispute that is won after its day of maturing gives back what is then available", async () => {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "LOST");
    await days(8);
    await tellDispute(world, payment, "WON");
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a won dispute over a part that was lost before maturing does not stop the rest from maturing", async () => {
    const payment = await payTip(world, creator);
    await tellDispute(world, payment, "LOST", { amount: 27_98 });
    await tellDispute(world, payment, "WON", { amount: 27_98 });
    await days(7);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a lost dispute that is won after all repays what the creator owed because of it", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    await tellDispute(world, payment, "LOST");
    expect(await accountStatus(world, creator)).toBe("CHARGEBACK");
    await tellDispute(world, payment, "WON");
    expect(await balancesOf(world, creator)).toEqual({});
    expect(await accountStatus(world, creator)).toBe("ACTIVE");
  });

  it("a lost dispute that is won after all makes available what later tips had already repaid", async () => {
    const payment = await payTip(world, creator);
    await days(7);
    await payOut(world, creator);
    await tellDispute(world, payment, "LOST");
    await payTip(world, creator, { amount: 60_00, type: "INETCASH_OB" });
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 10_00 });
    await tellDispute(world, payment, "WON");
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 60_00 });
  });
});
