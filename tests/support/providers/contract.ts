import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type PaymentProvider,
  type PaymentSnapshot,
  type ProviderAbilities,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
} from "../../../app/domain/payments/provider-port.ts";
import { callContract } from "./call-contract.ts";
import { directContract } from "./direct-contract.ts";
import { noticeContract } from "./notice-contract.ts";
import type { Made, ProviderWorld } from "./provider-world.ts";
import type { Fault } from "./weak-line.ts";
import { describeWhere, whereAble } from "./where-able.ts";

const UNKNOWN_IDS = ["nobody", "", "\0", "../payments", uuid()];

/**
 * What every provider keeps to, whatever it speaks: written against the port alone, and against the abilities that it
 * declares. What it cannot do is not tested, since it is never asked for.
 */
export function providerContract(
  abilities: ProviderAbilities,
  open: () => Promise<ProviderWorld>,
  { paysDirectly = false } = {},
): void {
  let world: ProviderWorld;
  let provider: PaymentProvider;

  beforeAll(async () => {
    world = await open();
    provider = world.provider;
  });
  afterAll(() => world?.close());

  async function truth({ providerRef }: Made): Promise<PaymentSnapshot> {
    const snapshot = await provider.fetch(providerRef);
    if (!snapshot) throw new Error(`the provider knows nothing of ${providerRef}`);
    return snapshot;
  }
  async function paid(change: Parameters<ProviderWorld["order"]>[0] = {}) {
    const order = world.order(change);
    const made = await provider.create(order);
    await world.visit(made, "paid");
    return { order, made };
  }
  /** A call whose outcome stays open; an adapter may find it out by asking once more itself, where the line broke. */
  async function leftOpen<Answer>(call: Promise<Answer>, fault: Fault): Promise<Answer | null> {
    const [end] = await Promise.allSettled([call]);
    if (end.status === "fulfilled" && fault === "lost_answer") return end.value;
    expect(end, fault).toEqual({ status: "rejected", reason: expect.any(ProviderUnavailable) });
    return null;
  }

  it("a provider declares what it can do, and which ways to pay it has", () => {
    expect(provider.abilities).toEqual(abilities);
    expect(provider.accounts !== undefined).toBe(paysDirectly);
    expect(provider.offers().length).toBeGreaterThan(0);
    for (const { currencies, countries } of provider.offers()) {
      expect(currencies.every((each) => /^[A-Z]{3}$/.test(each))).toBe(true);
      expect(countries?.every((each) => /^[A-Z]{2}$/.test(each)) ?? true).toBe(true);
    }
  });

  describe("an order", () => {
    it("an order placed again is the same payment, and the fan goes to the same page", async () => {
      const order = world.order();
      const made = await provider.create(order);
      expect(made.providerRef).not.toBe("");
      expect(URL.parse(made.redirectUrl)?.protocol).toMatch(/^https?:$/);
      expect(await provider.create(order)).toEqual(made);
    });

    it("an order placed several times at once is one payment", async () => {
      const order = world.order();
      const answers = await Promise.allSettled([1, 2, 3, 4].map(() => provider.create(order)));
      const refs = answers.flatMap((answer) =>
        answer.status === "fulfilled" ? answer.value.providerRef : [],
      );
      // Who is told that it is under way asks again, and finds the same.
      for (const answer of answers)
        if (answer.status === "rejected") expect(answer.reason).toBeInstanceOf(ProviderUnavailable);
      refs.push((await provider.create(order)).providerRef);
      expect(new Set(refs).size).toBe(1);
    });

    it.each(["de", "en"] as const)("an order of every way to pay has a page, in %s", async (locale) => {
      for (const { type, currencies, countries } of provider.offers()) {
        const [currency = "EUR"] = currencies;
        expect(countries ?? ["DE"]).not.toEqual([]);
        await provider.create(world.order({ type, currency, locale, payerEmail: "ada@fan.example" }));
      }
    });

    it("an order that the provider does not take is refused", async () => {
      const inDollars = { type: world.slowType, currency: "USD" };
      for (const change of [{ amountMinor: 0 }, { amountMinor: -5 }, inDollars])
        await expect(provider.create(world.order(change))).rejects.toThrow(ProviderRefused);
    });

    whereAble(abilities.looksUp)(
      "an order is found by our id, and its truth is what we asked for",
      async () => {
        const order = world.order({ amountMinor: 5595 });
        const made = await provider.create(order);
        const { snapshot, ...found } = (await provider.find(order.paymentId)) ?? {};
        expect(found).toEqual(made);
        expect(snapshot).toEqual(await truth(made));
        expect(snapshot).toMatchObject({
          ...{ providerRef: made.providerRef, paymentId: order.paymentId, state: "OPEN" },
          ...{ amountMinor: 5595, currency: order.currency, paidAt: null, refunds: [], disputes: [] },
        });
      },
    );

    whereAble(abilities.looksUp)(
      "an order with the id of another is told apart, and the first goes on",
      async () => {
        const order = world.order();
        const made = await provider.create(order);
        for (const change of [{ amountMinor: 1_00 }, { locale: "de" }, { description: "Trinkgeld" }] as const)
          await expect(provider.create({ ...order, ...change })).rejects.toThrow(ProviderConflict);
        expect(await provider.find(order.paymentId)).toMatchObject({ ...made, snapshot: { state: "OPEN" } });
      },
    );

    whereAble(abilities.looksUp)("an order that nobody placed is unknown", async () => {
      for (const id of UNKNOWN_IDS) {
        expect(await provider.find(id), `find ${JSON.stringify(id)}`).toBeNull();
        expect(await provider.fetch(id), `fetch ${JSON.stringify(id)}`).toBeNull();
      }
    });
  });

  describeWhere(abilities.looksUp)("a payment", () => {
    it("a payment that the fan made is paid, with its money and its time", async () => {
      const { order, made } = await paid({ amountMinor: 1234, currency: "GBP" });
      const snapshot = await truth(made);
      expect(snapshot).toMatchObject({
        state: "PAID",
        amountMinor: 1234,
        currency: "GBP",
        failureCode: null,
      });
      expect(snapshot.paymentId).toBe(order.paymentId);
      expect(Math.abs((snapshot.paidAt?.getTime() ?? 0) - world.now().getTime())).toBeLessThan(60_000);
      expect(await provider.find(order.paymentId)).toMatchObject({ providerRef: made.providerRef, snapshot });
    });

    it("a payment that was declined brought nothing", async () => {
      const made = await provider.create(world.order());
      await world.visit(made, "declined");
      // Some let the fan try again on the same page.
      expect(["OPEN", "FAILED"]).toContain((await truth(made)).state);
      expect(await truth(made)).toMatchObject({ paidAt: null, refunds: [], disputes: [] });
    });

    it.each(["paid", "failed"] as const)(
      "a payment that takes its time is under way, then %s",
      async (how) => {
        const made = await provider.create(world.order({ type: world.slowType }));
        await world.visit(made, "under_way");
        expect((await truth(made)).state).toBe("PROCESSING");
        await world.conclude(made, how);
        const { state, failureCode } = await truth(made);
        expect(state).toBe(how.toUpperCase());
        expect(failureCode === null).toBe(how === "paid");
      },
    );

    it("a payment that the bank wants back has a dispute", async () => {
      const made = await world.dispute();
      const { disputes, amountMinor } = await truth(made);
      expect(disputes).toEqual([{ disputeRef: expect.any(String), state: "OPEN", amountMinor }]);
    });
  });

  describeWhere(abilities.cancels)("a cancellation", () => {
    it("a cancellation ends an open payment, however often it is asked for", async () => {
      const made = await provider.create(world.order());
      expect((await provider.cancel(made.providerRef)).state).toBe("CANCELLED");
      expect(["CANCELLED", "EXPIRED"]).toContain((await provider.cancel(made.providerRef)).state);
      await world.visit(made, "paid");
      expect(["CANCELLED", "EXPIRED"]).toContain((await truth(made)).state);
    });

    it("a cancellation that comes too late says what is there", async () => {
      const { made } = await paid();
      expect((await provider.cancel(made.providerRef)).state).toBe("PAID");
      const slow = await provider.create(world.order({ type: world.slowType }));
      await world.visit(slow, "under_way");
      expect((await provider.cancel(slow.providerRef)).state).toBe("PROCESSING");
    });

    it("a cancellation of nothing is refused", async () => {
      await expect(provider.cancel("nobody")).rejects.toThrow(ProviderRefused);
    });
  });

  describeWhere(abilities.refunds)("a refund", () => {
    const refundOf = ({ providerRef }: Made, amountMinor: number, refundId = uuid(), currency = "EUR") =>
      provider.refund({ refundId, providerRef, amountMinor, currency });

    it("a refund gives a part back, once for each of our ids, until all is back", async () => {
      const { made } = await paid({ amountMinor: 2798 });
      const refundId = uuid();
      expect(await refundOf(made, 1000, refundId)).toEqual({ refundId, state: "DONE", amountMinor: 1000 });
      expect(await refundOf(made, 1000, refundId)).toEqual({ refundId, state: "DONE", amountMinor: 1000 });
      const rest = await refundOf(made, 1798);
      const { refunds, state } = await truth(made);
      expect(state).toBe("PAID");
      expect(refunds).toHaveLength(2);
      expect(refunds).toEqual(expect.arrayContaining([{ refundId, state: "DONE", amountMinor: 1000 }, rest]));
      await expect(refundOf(made, 1)).rejects.toThrow(ProviderRefused);
    });

    it("a refund of more than there is, of nothing, or of what was not paid is refused", async () => {
      const { made } = await paid({ amountMinor: 2798 });
      for (const amount of [2799, 0, -1])
        await expect(refundOf(made, amount)).rejects.toThrow(ProviderRefused);
      await expect(refundOf(made, 1, uuid(), "USD")).rejects.toThrow(ProviderRefused);
      await expect(refundOf(await provider.create(world.order()), 1)).rejects.toThrow(ProviderRefused);
      await expect(refundOf({ providerRef: "nobody", redirectUrl: "" }, 1)).rejects.toThrow(ProviderRefused);
      expect((await truth(made)).refunds).toEqual([]);
    });

    it("a refund's id that was used for another amount is refused", async () => {
      const { made } = await paid();
      const refundId = uuid();
      await refundOf(made, 500, refundId);
      await expect(refundOf(made, 600, refundId)).rejects.toThrow(ProviderRefused);
      expect((await truth(made)).refunds).toHaveLength(1);
    });

    it("a refund asked for several times at once is one", async () => {
      const { made } = await paid();
      const refundId = uuid();
      await Promise.allSettled([1, 2, 3].map(() => refundOf(made, 500, refundId)));
      await refundOf(made, 500, refundId);
      expect((await truth(made)).refunds).toHaveLength(1);
    });

    it.each(["lost_answer", "failure", "rate_limit", "nonsense"] as const)(
      "a refund whose answer is a %s is made once when it is asked for again",
      async (fault) => {
        const { made } = await paid();
        const refundId = uuid();
        world.line.failNext(fault, "POST");
        await leftOpen(refundOf(made, 500, refundId), fault);
        expect(await refundOf(made, 500, refundId)).toMatchObject({ refundId, state: "DONE" });
        expect((await truth(made)).refunds).toHaveLength(1);
      },
    );
  });

  describe("a provider that does not answer", () => {
    it.each(["failure", "rate_limit", "lost_answer", "nonsense"] as const)(
      "a provider that does not answer, by %s, leaves the outcome open, and the order is one payment",
      async (fault) => {
        const order = world.order();
        world.line.failNext(fault);
        const first = await leftOpen(provider.create(order), fault);
        const made = await provider.create(order);
        expect(first ?? made).toEqual(made);
        if (abilities.looksUp)
          expect(await provider.find(order.paymentId)).toMatchObject({ providerRef: made.providerRef });
      },
    );

    it("a provider that does not answer in time is not waited for; what it did then is found", async () => {
      const order = world.order();
      world.line.failNext("late_answer");
      await expect(world.impatient.create(order)).rejects.toThrow(ProviderUnavailable);
      await world.line.settled();
      const made = await provider.create(order);
      expect(await provider.create(order)).toEqual(made);
    });

    whereAble(abilities.looksUp)(
      "a provider that does not answer a look-up tells nothing, and is asked again",
      async () => {
        const { made } = await paid();
        for (const fault of ["failure", "rate_limit", "lost_answer", "nonsense"] as const) {
          world.line.failNext(fault);
          await leftOpen(provider.fetch(made.providerRef), fault);
        }
        expect((await truth(made)).state).toBe("PAID");
      },
    );
  });

  describeWhere(abilities.signs)("a notice", () => {
    noticeContract(abilities, () => world);
  });

  describeWhere(paysDirectly)("a direct payment", () => {
    directContract(() => world);
  });

  describeWhere(!abilities.signs)("a call", () => {
    callContract(() => world);
  });
}
