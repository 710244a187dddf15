import { sql } from "kysely";
import { afterEach, describe, expect } from "vitest";
import { test as it } from "../support/domain-test.ts";
import { createSandboxWorld, type SandboxWorld } from "../support/money/sandbox-world.ts";

const card = (number: string) => ({ number, expiry: "12 / 29", cvc: "123", holder: "Ada Muster" });
const GOOD_CARD = card("4242 4242 4242 4242");

let world: SandboxWorld;

it.beforeEach(async ({ database }) => {
  await sql`TRUNCATE sandbox.payments CASCADE`.execute(database.db);
  world = await createSandboxWorld(database.db);
});
afterEach(() => world.close());

async function disputesOf(ref: string) {
  const snapshot = await world.provider.fetch(ref);
  return snapshot?.disputes.map((dispute) => `${dispute.state} ${dispute.amountMinor}`);
}

describe("refunds", () => {
  const refund = (ref: string, refundId: string, amountMinor: number) =>
    world.provider.refund({ refundId, providerRef: ref, amountMinor, currency: "EUR" });

  it("refunds at the sandbox are one for each id and never exceed what was paid", async () => {
    const { ref, token } = await world.open();
    await expect(refund(ref, "r-0", 100)).rejects.toThrow(/refund_not_paid/);
    await world.sandbox.pay(token, GOOD_CARD);
    expect(await refund(ref, "r-1", 1000)).toEqual({ refundId: "r-1", state: "DONE", amountMinor: 1000 });
    expect(await refund(ref, "r-1", 1000)).toMatchObject({ state: "DONE" });
    await expect(refund(ref, "r-1", 999)).rejects.toThrow(/409/);
    await expect(refund(ref, "r-2", 1799)).rejects.toThrow(/refund_too_much/);

    const rush = await Promise.allSettled(["a", "b", "c"].map((id) => refund(ref, id, 1798)));
    expect(rush.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    const snapshot = await world.provider.fetch(ref);
    expect(snapshot?.refunds.reduce((sum, each) => sum + each.amountMinor, 0)).toBe(2798);
    await world.pass(0);
    expect(world.inbox.kinds().filter((kind) => kind === "refund.done")).toHaveLength(2);
  });
});

describe("disputes", () => {
  it.each([
    ["4000 0000 0000 0259", "LOST"],
    ["4000 0000 0000 2685", "WON"],
  ])("disputes on card %s are opened later and then %s", async (number, outcome) => {
    const { ref, token } = await world.open();
    await world.sandbox.pay(token, card(number));
    await world.pass(599);
    expect(await disputesOf(ref)).toEqual([]);
    await world.pass(1);
    expect(await disputesOf(ref)).toEqual(["OPEN 2798"]);
    await world.pass(599);
    expect(await disputesOf(ref)).toEqual(["OPEN 2798"]);
    await world.pass(1);
    expect(await disputesOf(ref)).toEqual([`${outcome} 2798`]);
    expect(world.inbox.kinds()).toEqual([
      "payment.paid",
      "dispute.opened",
      `dispute.${outcome.toLowerCase()}`,
    ]);
  });

  it("disputes and refunds never give back more than was paid", async () => {
    const { ref, token } = await world.open({ type: "INETCASH_DD" });
    await world.sandbox.pay(token, {
      iban: "DE35 3704 0044 0532 0130 02",
      holder: "Ada Muster",
      mandate: "yes",
    });
    const refund = { refundId: "r", providerRef: ref, amountMinor: 798, currency: "EUR" };
    await world.provider.refund(refund);
    await world.pass(600);
    expect(await disputesOf(ref)).toEqual(["OPEN 2000"]);
    await expect(world.provider.refund({ ...refund, refundId: "r-2", amountMinor: 1 })).rejects.toThrow(
      /too_much/,
    );

    const whole = await world.open();
    await world.sandbox.pay(whole.token, card("4000 0000 0000 0259"));
    await world.provider.refund({ ...refund, refundId: "r-3", providerRef: whole.ref, amountMinor: 2798 });
    await world.pass(600);
    expect(await disputesOf(whole.ref)).toEqual([]);
  });
});
