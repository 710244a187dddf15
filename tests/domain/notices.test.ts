import { afterEach, describe, expect } from "vitest";
import { handleProviderEvent } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { receiveWebhook } from "../../app/domain/payments/provider-events.server.ts";
import { expectCleanBooks, ledgerSize } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { balancesOf, beginTip, type Creator, paymentOf, type TipWorld } from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

/** A notice arrives: the scripted provider reads "kind event-id payment-id". */
const arrives = (text: string) =>
  receiveWebhook(world, world.provider, {
    body: new TextEncoder().encode(text),
    headers: new Headers(),
    now: world.clock(),
  });

const noticesAbout = (payment: Pick<Payment, "id">) =>
  world.db
    .selectFrom("provider_webhook_events")
    .selectAll()
    .where("payment_id", "=", payment.id)
    .orderBy("event_id")
    .execute();

const handle = (noticeId: string) => handleProviderEvent(world, noticeId);

/** Stores a notice of a paid payment without its provider's look. */
const store = (payment: Pick<Payment, "id">, named: { provider: string; provider_ref: string }) =>
  world.db
    .insertInto("provider_webhook_events")
    .values({
      ...{ id: world.newId(), event_id: `stored-${payment.id}`, kind: "paid", ...named },
      ...{ payment_id: payment.id, received_at: world.clock() },
    })
    .execute();

/** Handles all open notices about a payment. Returns their outcomes. */
async function handleAll(payment: Pick<Payment, "id">): Promise<(string | null)[]> {
  for (const notice of await noticesAbout(payment)) await handle(notice.id);
  return (await noticesAbout(payment)).map((notice) => notice.outcome);
}

describe("a notice", () => {
  it("a notice whose signature holds is stored, and named to its caller", async () => {
    const payment = await beginTip(world, creator);
    const received = await arrives(`paid e1-${payment.id} ${payment.id}`);
    const [notice] = await noticesAbout(payment);
    expect(received).toEqual({ outcome: "stored", event_id: notice?.id });
    expect(notice).toMatchObject({ provider: "scripted", kind: "paid", handled_at: null, outcome: null });
  });

  it("a notice that comes again, also at the same time, is stored once and handled by one caller", async () => {
    const payment = await beginTip(world, creator);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => arrives(`paid e1-${payment.id} ${payment.id}`)),
    );
    expect(outcomes.filter((each) => each.outcome === "stored")).toHaveLength(1);
    expect(outcomes.filter((each) => each.outcome === "repeated")).toHaveLength(9);
    const notices = await noticesAbout(payment);
    expect(notices).toHaveLength(1);
  });

  it("a notice that is forged is refused and not stored", async () => {
    const payment = await beginTip(world, creator);
    expect(await arrives(`forged e1-${payment.id} ${payment.id}`)).toEqual({
      outcome: "refused",
      reason: "signature",
    });
    expect(await noticesAbout(payment)).toEqual([]);
  });

  it("a notice says only that there is news: the provider's answer decides what is settled", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    await arrives(`paid e1-${payment.id} ${payment.id}`);
    expect(await handleAll(payment)).toEqual(["unchanged"]);
    expect(await balancesOf(world, creator)).toEqual({});
    world.provider.change(payment.id, { state: "PAID" });
    await arrives(`failed e2-${payment.id} ${payment.id}`);
    expect(await handleAll(payment)).toEqual(["unchanged", "settled"]);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a notice handled twice, also at the same time, settles once", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    world.provider.change(payment.id, { state: "PAID" });
    await arrives(`paid e1-${payment.id} ${payment.id}`);
    const [notice] = await noticesAbout(payment);
    const before = await ledgerSize(world.db);
    await Promise.all(Array.from({ length: 6 }, () => handle(notice?.id ?? "")));
    await handle(notice?.id ?? "");
    expect((await ledgerSize(world.db)).transactions).toBe(before.transactions + 1);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: 50_00 });
  });

  it("a notice waits when the provider cannot be asked, and is handled when it can", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    world.provider.change(payment.id, { state: "PAID" });
    await arrives(`paid e1-${payment.id} ${payment.id}`);
    world.provider.failNext("fetch", "unavailable");
    await expect(handleAll(payment)).rejects.toThrow(/no fetch/);
    expect(await noticesAbout(payment)).toMatchObject([{ handled_at: null, outcome: null }]);
    expect(await handleAll(payment)).toEqual(["settled"]);
  });

  it("a notice about a payment that is not ours is marked so and changes nothing", async () => {
    const stranger = { id: world.newId() };
    await arrives(`paid e1-${stranger.id} ${stranger.id}`);
    expect(await handleAll(stranger)).toEqual(["unknown_payment"]);
  });

  it("a notice about our payment under another reference, or one that the provider does not know, changes nothing", async () => {
    const payment = await beginTip(world, creator);
    world.provider.change(payment.id, { state: "PAID" });
    await store(payment, { provider: "scripted", provider_ref: "ref-of-another" });
    expect(await handleAll(payment)).toEqual(["other_reference"]);
    const unheard = await beginTip(world, creator);
    await world.db
      .updateTable("payments")
      .set({ provider_ref: "ref-lost" })
      .where("id", "=", unheard.id)
      .execute();
    await store(unheard, { provider: "scripted", provider_ref: "ref-lost" });
    expect(await handleAll(unheard)).toEqual(["unknown_at_provider"]);
    expect(await balancesOf(world, creator)).toEqual({});
  });

  it("a notice of another provider than the payment's changes nothing", async () => {
    const payment = await beginTip(world, creator);
    world.provider.change(payment.id, { state: "PAID" });
    await store(payment, { provider: "other", provider_ref: payment.provider_ref ?? "" });
    expect(await handleAll(payment)).toEqual(["other_provider"]);
    expect(await paymentOf(world, payment.id)).toMatchObject({ status: "REDIRECTED" });
  });

  it("a notice that arrives before the answer to our order settles all the same", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_OB" });
    await world.db
      .updateTable("payments")
      .set({ provider_ref: null, redirect_url: null, status: "CREATED" })
      .where("id", "=", payment.id)
      .execute();
    world.provider.change(payment.id, { state: "PAID" });
    await arrives(`paid e1-${payment.id} ${payment.id}`);
    expect(await handleAll(payment)).toEqual(["settled"]);
    expect(await paymentOf(world, payment.id)).toMatchObject({
      status: "SUCCESS",
      provider_ref: `ref-${payment.id}`,
    });
  });
});

describe("notices in any order", () => {
  const EVENTS = ["processing", "failed", "paid", "disputed", "won"];

  it("notices in any order about one payment lead to the same end, each of them twice", async () => {
    const ends = new Set<string>();
    for (let turn = 0; turn < EVENTS.length; turn += 1) {
      const payment = await beginTip(world, creator, { type: "INETCASH_OB", amount: 10_00 });
      world.provider.change(payment.id, {
        state: "PAID",
        disputes: [{ disputeRef: "d", state: "WON", amountMinor: payment.charged_minor }],
      });
      const order = [...EVENTS.slice(turn), ...EVENTS.slice(0, turn)];
      for (const kind of [...order, ...order.toReversed()])
        await arrives(`${kind} ${kind}-${payment.id} ${payment.id}`);
      await handleAll(payment);
      expect(await noticesAbout(payment)).toHaveLength(EVENTS.length);
      const { status } = await paymentOf(world, payment.id);
      ends.add(status);
    }
    expect([...ends]).toEqual(["SUCCESS"]);
    expect(await balancesOf(world, creator)).toEqual({ creator_available: EVENTS.length * 10_00 });
  });
});
