import { afterEach, expect } from "vitest";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { applySnapshot } from "../../app/domain/payment-updates/apply-snapshot.server.ts";
import {
  handleProviderEvent,
  reconcilePayments,
  sweepProviderEvents,
} from "../../app/domain/payment-updates/handle-events.server.ts";
import {
  findPayment,
  listPaymentsOfTip,
  type Payment,
} from "../../app/domain/payments/payment-record.server.ts";
import {
  listUnhandledEvents,
  receiveWebhook,
  retryProviderEvent,
} from "../../app/domain/payments/provider-events.server.ts";
import { ProviderUnavailable } from "../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import {
  balancesOf,
  beginTip,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  paymentOf,
  type TipWorld,
  tell,
} from "../support/money/tip-world.ts";

// No news of a provider is lost (docs/product.md, 4.3).

const HOUR = 3600;

let world: TipWorld;
let creator: Creator;

it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  creator = await createCreator(world);
  await world.db.updateTable("provider_webhook_events").set({ handled_at: world.clock() }).execute();
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const arrives = (payment: Pick<Payment, "id">) =>
  receiveWebhook(world, world.provider, {
    body: new TextEncoder().encode(`paid e-${payment.id} ${payment.id}`),
    headers: new Headers(),
    now: world.clock(),
  });

/** A payment that is paid at the provider, whose notice has arrived and is not handled. */
async function paidAndTold(): Promise<{ payment: Payment; notice: string }> {
  const payment = await beginTip(world, creator);
  world.provider.change(payment.id, { state: "PAID" });
  await arrives(payment);
  const { id } = await world.db
    .selectFrom("provider_webhook_events")
    .select("id")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  return { payment, notice: id };
}

const failing = async (notice: string) => {
  world.provider.failNext("fetch", "unavailable");
  await expect(handleProviderEvent(world, notice)).rejects.toThrow("no fetch");
};

it("news whose job gave up is handled by a later sweep, and the money is credited once", async () => {
  const { notice } = await paidAndTold();
  for (const _ of many(3)) await failing(notice);
  expect((await sweepProviderEvents(world)).done).toBe(0);
  world.time.passSeconds(HOUR);
  expect(await sweepProviderEvents(world)).toEqual({ done: 1, failed: [] });
  expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
  world.time.passSeconds(24 * HOUR);
  expect((await sweepProviderEvents(world)).done).toBe(0);
});

it("news whose job was lost before it began is handled by the sweep", async () => {
  await paidAndTold();
  expect((await sweepProviderEvents(world)).done).toBe(0);
  world.time.passSeconds(11 * 60);
  expect((await sweepProviderEvents(world)).done).toBe(1);
});

it("news that cannot be handled is tried ever more seldom, for days, and holds up no other", async () => {
  const broken = await paidAndTold();
  const fetch = async (ref: string) => {
    if (ref === broken.payment.provider_ref) throw new ProviderUnavailable("scripted: silent about this one");
    return await world.provider.fetch(ref);
  };
  const halfSilent = { ...world, providers: createProviders([{ ...world.provider, fetch }]) };
  const times: number[] = [];
  for (let hour = 0; hour < 24 * 4; hour += 1) {
    world.time.passSeconds(HOUR);
    if (hour === 2) await paidAndTold();
    const { failed } = await sweepProviderEvents(halfSilent);
    if (failed.some(({ key }) => key === broken.notice)) times.push(hour);
  }
  expect(times.length).toBeGreaterThan(10);
  expect(times.length).toBeLessThan(30);
  const unhandled = await world.db
    .selectFrom("provider_webhook_events")
    .select("id")
    .where("handled_at", "is", null)
    .execute();
  expect(unhandled).toEqual([{ id: broken.notice }]);
  await handleProviderEvent(world, broken.notice);
});

it("a provider's resend of news that could not be handled is handled, one of handled news changes nothing", async () => {
  const { payment, notice } = await paidAndTold();
  expect(await arrives(payment)).toEqual({ outcome: "repeated" });
  await failing(notice);
  expect(await arrives(payment)).toEqual({ outcome: "stored", event_id: notice });
  await handleProviderEvent(world, notice);
  expect(await balancesOf(world, creator)).toEqual({ creator_pending: 50_00 });
  expect(await arrives(payment)).toEqual({ outcome: "repeated" });
});

it("an operator sees news that failed several times, and can have it handled at once", async () => {
  const { payment, notice } = await paidAndTold();
  for (const _ of many(productRules.reconcile.shown_failures - 1)) await failing(notice);
  expect(await listUnhandledEvents(world.db)).toEqual([]);
  await failing(notice);
  expect(await listUnhandledEvents(world.db)).toMatchObject([
    { id: notice, what: "NEWS", known_payment_id: payment.id, tries: productRules.reconcile.shown_failures },
  ]);
  const given = { id: notice, operator_id: (await createOperatorRow(world.db, world.clock())).id };
  expect(await retryProviderEvent(world, given)).toBe(true);
  expect((await listAudit(world.db, {})).entries).toMatchObject([
    { action: "news.retried", subject: `payment:${payment.id}`, before: { tries: expect.any(Number) } },
  ]);
  await handleProviderEvent(world, notice);
  expect(await listUnhandledEvents(world.db)).toEqual([]);
  expect(await retryProviderEvent(world, given)).toBe(false);
  expect((await listAudit(world.db, {})).entries).toHaveLength(1);
});

it("a payment whose look-up fails again and again is shown to an operator, and forgotten when it is closed", async () => {
  const payment = await beginTip(world, creator);
  for (const _ of many(productRules.reconcile.shown_failures)) {
    world.time.passSeconds(7 * HOUR);
    world.provider.failNext("fetch", "refused");
    await reconcilePayments(world);
  }
  expect(await listUnhandledEvents(world.db)).toMatchObject([{ id: payment.id, what: "LOOKUP" }]);
  world.provider.change(payment.id, { state: "PAID" });
  world.time.passSeconds(7 * HOUR);
  await reconcilePayments(world);
  world.time.passSeconds(7 * HOUR);
  await reconcilePayments(world);
  expect(await listUnhandledEvents(world.db)).toEqual([]);
  const left = world.db
    .selectFrom("payment_lookups")
    .select("payment_id")
    .where("payment_id", "=", payment.id);
  expect(await left.execute()).toEqual([]);
});

it("two hundred payments that never move keep no payment behind them from being looked up", async () => {
  await all(many(productRules.reconcile.batch), () => beginTip(world, creator));
  world.time.passSeconds(60);
  const last = await beginTip(world, creator);
  world.provider.change(last.id, { state: "PAID" });
  world.time.passSeconds(11 * 60);
  await reconcilePayments(world);
  await reconcilePayments(world);
  expect(await findPayment(world.db, last.id)).toMatchObject({ status: "SUCCESS" });
});

it("a payment whose creation was never answered ends as failed after its time, and late money for it is taken", async () => {
  const tipId = await draftTip(world, creator);
  world.provider.failNext("create", "lost_answer");
  expect((await confirm(world, tipId)).outcome).toBe("provider_unavailable");
  const { id } = await world.db
    .selectFrom("payments")
    .select("id")
    .where("tip_id", "=", tipId)
    .executeTakeFirstOrThrow();
  world.time.passSeconds(23 * HOUR);
  await reconcilePayments(world);
  expect(await findPayment(world.db, id)).toMatchObject({ status: "CREATED" });
  world.time.passSeconds(2 * HOUR);
  await reconcilePayments(world);
  expect(await findPayment(world.db, id)).toMatchObject({ status: "FAILED", failure_reason: "expired" });
  world.provider.change(id, { state: "PAID" });
  const snapshot = await world.provider.fetch(`ref-${id}`);
  if (snapshot) await applySnapshot(world, { id, hold_days: 7 }, snapshot);
  expect(await findPayment(world.db, id)).toMatchObject({ status: "SUCCESS" });
});

it("a fan who changes the language after a lost answer goes on with the first payment, and its money counts", async () => {
  const tipId = await draftTip(world, creator, { type: "INETCASH_OB" });
  const paymentId = world.newId();
  world.provider.failNext("create", "lost_answer");
  await confirm(world, tipId, { paymentId });
  world.provider.failNext("find", "unavailable");
  expect(await confirm(world, tipId, { locale: "de" })).toEqual({ outcome: "provider_unavailable" });
  expect(await confirm(world, tipId, { locale: "de" })).toEqual({
    outcome: "pay",
    payment_id: paymentId,
    redirect_url: `https://pay.example/ref-${paymentId}`,
  });
  expect(await listPaymentsOfTip(world.db, tipId)).toMatchObject([{ id: paymentId, status: "REDIRECTED" }]);
  expect(world.provider.orders).toHaveLength(1);
  expect(await tell(world, await paymentOf(world, paymentId))).toBe("settled");
});

it("a payment that the provider made under our id for another amount is not gone on with", async () => {
  const tipId = await draftTip(world, creator);
  const paymentId = world.newId();
  world.provider.failNext("create", "lost_answer");
  await confirm(world, tipId, { paymentId });
  world.provider.change(paymentId, { amountMinor: 1 });
  expect(await confirm(world, tipId, { locale: "de" })).toEqual({ outcome: "not_offered" });
  expect(await listPaymentsOfTip(world.db, tipId)).toMatchObject([
    { status: "FAILED", failure_reason: "error" },
  ]);
});

it("a sweep of news asks a provider that is away only some times in a row, and comes to all news in the next runs", async () => {
  const { silences_maximum, stale_minutes } = productRules.reconcile;
  const told = await all(many(silences_maximum + 2), () => paidAndTold());
  world.time.passSeconds(stale_minutes * 60);
  for (let time = 0; time < told.length; time += 1) world.provider.failNext("fetch", "unavailable");
  expect((await sweepProviderEvents(world)).failed).toHaveLength(silences_maximum);
  expect(await sweepProviderEvents(world)).toMatchObject({ failed: [{}, {}] });
  world.time.passSeconds(stale_minutes * 60);
  expect(await sweepProviderEvents(world)).toEqual({ done: told.length, failed: [] });
});
