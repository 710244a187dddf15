import { afterAll, afterEach, expect } from "vitest";
import { listSuspense } from "../../app/domain/suspense/suspense.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { openStripeShop, type StripeShop } from "../support/money/stripe-shop.ts";
import {
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  draftTip,
  earnBefore,
  paymentOf,
  type TipWish,
  type TipWorld,
} from "../support/money/tip-world.ts";
import type { FakeStripe } from "../support/providers/stripe/fake-stripe.ts";

const HELD_MINOR = 1_000_00;

let shop: StripeShop;
let world: TipWorld;
let stripe: FakeStripe;
let creator: Creator;

it.beforeAll(async ({ database }) => {
  shop = await openStripeShop(database);
  ({ world, stripe } = shop);
  await earnBefore(world, "EUR", HELD_MINOR);
  creator = await createCreator(world, { username: "joerdis" });
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await shop?.close();
});

const tip = (wish: Partial<TipWish>, how?: "under_way") => shop.tip(creator, wish, how);
const hear = () => shop.hear();
const held = () => shop.held();

it("a tip by Stripe is paid, given back in part and disputed", async () => {
  const payment = await tip({ amount: 50_00, country: "DE" });
  expect(await hear()).toEqual(["settled"]);
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS", provider: "stripe" });
  await refund(world, payment, by(creator), 10_00);
  await hear();
  expect(await held()).toBe(55_95 - 11_19);

  const disputed = await tip({ amount: 10_00, country: "DE" });
  await hear();
  const { id: disputeId } = stripe.books.dispute(disputed.provider_ref ?? "", 11_19);
  await hear();
  stripe.books.decide(disputed.provider_ref ?? "", disputeId, "lost");
  await hear();
  expect(await paymentOf(world, disputed.id)).toMatchObject({ status: "CHARGEBACK" });
  expect(await held()).toBe(55_95 - 11_19);
  expect(await balancesOf(world, creator)).toEqual({ creator_pending: 40_00 });
});

it("a tip by Stripe's direct debit waits for the bank, and counts when the money is there", async () => {
  const payment = await tip({ amount: 20_00, country: "DE", type: "INETCASH_DD" }, "under_way");
  await hear();
  expect((await paymentOf(world, payment.id)).status).toBe("PROCESSING");
  stripe.books.conclude(payment.provider_ref ?? "", "paid");
  expect(await hear()).toEqual(["settled"]);
  expect((await paymentOf(world, payment.id)).status).toBe("SUCCESS");
});

it("a notice of Stripe's that names another of its things is taken in once Stripe says which payment that is", async () => {
  const payment = await tip({ amount: 10_00, country: "DE" });
  await hear();
  shop.taken.length = 0;
  shop.line.failNext("failure", "GET");
  stripe.books.dispute(payment.provider_ref ?? "", 11_19);
  await stripe.deliver();
  // Stripe sends it again until it is taken.
  expect(await hear()).toHaveLength(1);
  expect(shop.taken).toEqual(["unanswered", "stored"]);
  const dispute = await world.db
    .selectFrom("disputes")
    .select("status")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  expect(dispute.status).toBe("OPEN");
});

it("what Stripe showed in a currency of its choice is put down beside the payment, and posted nowhere", async () => {
  const paymentId = world.newId();
  const outcome = await confirm(world, await draftTip(world, creator, { country: "DE" }), { paymentId });
  if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
  const { provider_ref, charged_minor } = await paymentOf(world, paymentId);
  const page = stripe.books.page(provider_ref ?? "");
  page.presentment = { presentment_amount: 7_00, presentment_currency: "usd" };
  const before = await held();
  await fetch(outcome.redirect_url, {
    method: "POST",
    body: new URLSearchParams({ how: "paid" }),
    redirect: "manual",
  });
  await hear();
  expect((await held()) - before).toBe(charged_minor);
  const { detail } = await world.db
    .selectFrom("payment_events")
    .select("detail")
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "settled")
    .executeTakeFirstOrThrow();
  expect(detail).toMatchObject({ presentment_minor: 700, presentment_currency: "USD" });
});

it("another sale of the same account is not given back, whatever reference its buyer wrote into the link", async () => {
  const { provider_ref } = await tip({ amount: 10_00, country: "DE" });
  await hear();
  const { form } = stripe.books.page(provider_ref ?? "");
  const payment_intent_data = { ...form.payment_intent_data, metadata: {} };
  const sale = { ...form, client_reference_id: world.newId(), metadata: {}, payment_intent_data };
  const page = stripe.books.open(sale);
  stripe.books.visit(page.id, "paid");
  expect(await hear()).toEqual([]);
  stripe.books.dispute(page.id, 11_19);
  expect(await hear()).toEqual([]);
  expect(page.intent?.refunds).toEqual([]);
  expect(await listSuspense(world.db)).toEqual([]);
});
