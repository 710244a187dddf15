import { v7 as uuid } from "uuid";
import { expect, it } from "vitest";
import {
  type DirectAccounts,
  type PaymentOrder,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
} from "../../../app/domain/payments/provider-port.ts";
import type { Made, ProviderWorld } from "./provider-world.ts";

const URLS = { returnUrl: "https://tribute.example/back", refreshUrl: "https://tribute.example/again" };

/** What every provider keeps to that pays creators directly: a part of the contract. */
export function directContract(world: () => ProviderWorld): void {
  const accounts = (): DirectAccounts => {
    const { accounts: found } = world().provider;
    if (!found) throw new Error("it pays creators directly");
    return found;
  };
  const create = (userId = uuid()) =>
    accounts().create({ userId, country: "DE", currency: "EUR", email: "jo@tribute.example", locale: "de" });
  async function ready(): Promise<string> {
    const { accountRef } = await create();
    await world().direct?.onboard(await accounts().onboardingUrl(accountRef, URLS));
    return accountRef;
  }
  const charge = (accountRef: string, change: Partial<PaymentOrder> = {}) =>
    world().order({ direct: { accountRef, applicationFeeMinor: 300 }, ...change });
  async function paid(accountRef: string) {
    const order = charge(accountRef);
    const made = await world().provider.create(order);
    await world().visit(made, "paid");
    return { order, made };
  }
  const truth = async ({ providerRef }: Made) => await world().provider.fetch(providerRef);

  it("an account is one for each user, lacks something at first, and takes payments when all is said", async () => {
    const userId = uuid();
    const { accountRef } = await create(userId);
    expect(await create(userId)).toEqual({ accountRef });
    expect(accountRef).toMatch(/^[!-~]{1,60}$/);
    const before = await accounts().fetch(accountRef);
    expect(before).toMatchObject({
      accountRef,
      userId,
      country: "DE",
      currency: "EUR",
      takesPayments: false,
    });
    expect(before?.due.length).toBeGreaterThan(0);
    await expect(world().provider.create(charge(accountRef))).rejects.toThrow(ProviderRefused);

    await world().direct?.onboard(await accounts().onboardingUrl(accountRef, URLS));
    expect(await accounts().fetch(accountRef)).toMatchObject({
      ...{ takesPayments: true, paysOut: true, isSubmitted: true, due: [], disabledReason: null },
    });
  });

  it("an account that nobody made is unknown, and takes nothing", async () => {
    for (const id of ["nobody", "", "acct_x", "../accounts"])
      expect(await accounts().fetch(id), JSON.stringify(id)).toBeNull();
    const made = world().provider.create(charge("acct_x"));
    await expect(made).rejects.toSatisfy(
      (error) => error instanceof ProviderRefused || error instanceof ProviderUnavailable,
    );
  });

  it("a charge to an account is one payment, found there, with a name that we can keep", async () => {
    const accountRef = await ready();
    const order = charge(accountRef);
    const made = await world().provider.create(order);
    expect(made.providerRef).toMatch(/^[!-~]{1,100}$/);
    expect(await world().provider.create(order)).toEqual(made);
    for (const change of [{ amountMinor: 5_00 }, { direct: { accountRef, applicationFeeMinor: 1 } }])
      await expect(world().provider.create({ ...order, ...change })).rejects.toThrow(ProviderConflict);
    expect(await world().provider.find(order.paymentId, accountRef)).toMatchObject({
      ...made,
      snapshot: { providerRef: made.providerRef, state: "OPEN", amountMinor: order.amountMinor },
    });
    expect((await world().provider.cancel(made.providerRef)).state).toBe("CANCELLED");
  });

  it("a charge to an account whose fee is more than the amount is refused", async () => {
    const direct = { accountRef: await ready(), applicationFeeMinor: 2799 };
    await expect(world().provider.create(charge(direct.accountRef, { direct }))).rejects.toThrow(
      ProviderRefused,
    );
  });

  it("a charge to an account is paid whole and given back in parts, and its notices name it", async () => {
    const { order, made } = await paid(await ready());
    expect(await truth(made)).toMatchObject({ state: "PAID", amountMinor: order.amountMinor, refunds: [] });
    const refund = { refundId: uuid(), providerRef: made.providerRef, amountMinor: 1000, currency: "EUR" };
    await world().provider.refund(refund);
    await world().provider.refund(refund);
    expect((await truth(made))?.refunds).toEqual([
      { refundId: refund.refundId, state: "DONE", amountMinor: 1000 },
    ]);
    const read = (await world().notices()).map(({ body, headers, at }) =>
      world().provider.readEvent(body, headers, at),
    );
    const named = await Promise.all(
      read.map(async (each) =>
        each.outcome === "unnamed" ? await world().provider.nameOf?.(each.about) : each,
      ),
    );
    const news = { providerRef: made.providerRef, paymentId: order.paymentId };
    expect(named.filter((each) => each && "paymentId" in each && each.paymentId === order.paymentId)).toEqual(
      expect.arrayContaining([expect.objectContaining(news)]),
    );
  });

  it("a fee goes back up to what it comes to in total, however often that is said", async () => {
    const { made } = await paid(await ready());
    const back = (totalMinor: number, currency = "EUR") =>
      accounts().returnFee({ providerRef: made.providerRef, totalMinor, currency });
    await back(100);
    await back(100);
    await Promise.allSettled([back(250), back(250)]);
    await back(250);
    await back(200);
    expect(await world().direct?.feeReturned(made)).toBe(250);
    await expect(back(301)).rejects.toThrow(ProviderRefused);
    await expect(back(260, "USD")).rejects.toThrow(ProviderRefused);
    const own = await world().provider.create(world().order());
    await world().visit(own, "paid");
    await expect(accounts().returnFee({ ...own, totalMinor: 1, currency: "EUR" })).rejects.toThrow(
      ProviderRefused,
    );
    expect(await world().direct?.feeReturned(made)).toBe(250);
  });

  it.each(["lost_answer", "failure", "nonsense"] as const)(
    "a fee whose return is a %s goes back once when it is said again",
    async (fault) => {
      const { made } = await paid(await ready());
      world().line.failNext(fault, "POST");
      const charge = { providerRef: made.providerRef, totalMinor: 100, currency: "EUR" };
      await accounts()
        .returnFee(charge)
        .catch(() => null);
      await accounts().returnFee(charge);
      expect(await world().direct?.feeReturned(made)).toBe(100);
    },
  );

  it("an account's news name it alone, and its payouts are listed", async () => {
    const accountRef = await ready();
    await paid(accountRef);
    const since = world().now();
    const payoutRef = await world().direct?.payOut(accountRef);
    const news = (await world().notices())
      .map(({ body, headers, at }) => world().provider.readEvent(body, headers, at))
      .filter((each) => each.outcome === "account" && each.accountRef === accountRef);
    expect(news.length).toBeGreaterThan(1);
    const [payout, ...more] = await accounts().payouts(accountRef, since);
    expect(more).toEqual([]);
    expect(payout).toMatchObject({
      payoutRef,
      accountRef,
      currency: "EUR",
      state: "PAID",
      failureCode: null,
    });
    expect(payout?.amountMinor).toBe(2498);
    expect(payout?.arrivesOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const later = new Date(since.getTime() + 60_000);
    expect(await accounts().payouts(accountRef, later)).toEqual([]);
  });

  it("an account that was never used is gone once it is disconnected, and the user gets another", async () => {
    const userId = uuid();
    const { accountRef } = await create(userId);
    await accounts().disconnect(accountRef);
    await accounts().disconnect(accountRef);
    expect(await accounts().fetch(accountRef)).toBeNull();
    const next = await create(userId);
    expect(next).not.toEqual({ accountRef });
    expect(await accounts().fetch(next.accountRef)).toMatchObject({ takesPayments: false });
  });

  it("a charge to an account that was disconnected since is still paid, and can go back", async () => {
    const accountRef = await ready();
    const { made } = await paid(accountRef);
    await accounts().disconnect(accountRef);
    expect(await truth(made)).toMatchObject({ state: "PAID" });
    const refund = { refundId: uuid(), providerRef: made.providerRef, amountMinor: 500, currency: "EUR" };
    expect(await world().provider.refund(refund)).toMatchObject({ state: "DONE" });
  });

  const passing = (made: Made & { paymentId: string }, accountRef: string, amountMinor = 1000) => ({
    ...{ transferId: uuid(), accountRef, amountMinor, currency: "EUR" },
    ...{ providerRef: made.providerRef, paymentId: made.paymentId },
  });
  const split = () => {
    const { transfer, reverseTransfer } = accounts();
    if (!transfer || !reverseTransfer) throw new Error("it passes shares on");
    return { transfer, reverseTransfer };
  };
  async function ours() {
    const order = world().order({ isTransferred: true });
    const made = await world().provider.create(order);
    await world().visit(made, "paid");
    return { ...made, paymentId: order.paymentId };
  }

  it("shares of our own payment go to accounts, each once, and at most what it brought", async () => {
    const { transfer } = split();
    const [made, one, other] = [await ours(), await ready(), await ready()];
    const first = passing(made, one);
    const { transferRef } = await transfer(first);
    expect(transferRef).toMatch(/^[!-~]{1,100}$/);
    expect(await transfer(first)).toEqual({ transferRef });
    expect(await transfer(passing(made, other))).not.toEqual({ transferRef });
    await expect(transfer({ ...first, amountMinor: 999 })).rejects.toThrow(ProviderRefused);
    await expect(transfer(passing(made, other, 799))).rejects.toThrow(ProviderRefused);
    await transfer(passing(made, other, 798));
    expect(await transfer({ ...passing(made, one, 100), providerRef: null })).toMatchObject({});
  });

  it("a share for an account that takes nothing is refused", async () => {
    const { accountRef } = await create();
    await expect(split().transfer(passing(await ours(), accountRef))).rejects.toThrow(ProviderRefused);
  });

  it("a share comes back in parts, each once, at most what is left of it and on the account", async () => {
    const { transfer, reverseTransfer } = split();
    const accountRef = await ready();
    const { transferRef } = await transfer(passing(await ours(), accountRef));
    const back = (amountMinor: number) => ({ reversalId: uuid(), transferRef, amountMinor, currency: "EUR" });
    const part = back(300);
    const { reversalRef } = await reverseTransfer(part);
    expect(reversalRef).toMatch(/^[!-~]{1,100}$/);
    expect(await reverseTransfer(part)).toEqual({ reversalRef });
    await expect(reverseTransfer(back(701))).rejects.toThrow(ProviderRefused);
    await world().direct?.payOut(accountRef);
    await expect(reverseTransfer(back(100))).rejects.toThrow(ProviderRefused);
  });

  it.each(["lost_answer", "failure", "nonsense"] as const)(
    "a share whose way is a %s is sent and fetched once when it is said again",
    async (fault) => {
      const { transfer, reverseTransfer } = split();
      const order = passing(await ours(), await ready());
      world().line.failNext(fault, "POST");
      await transfer(order).catch(() => null);
      const { transferRef } = await transfer(order);
      const back = { reversalId: uuid(), transferRef, amountMinor: 1000, currency: "EUR" };
      world().line.failNext(fault, "POST");
      await reverseTransfer(back).catch(() => null);
      await reverseTransfer(back);
      await expect(reverseTransfer({ ...back, reversalId: uuid() })).rejects.toThrow(ProviderRefused);
    },
  );
}
