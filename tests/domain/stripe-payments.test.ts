import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { trialBalance } from "../../app/domain/ledger/ledger.server.ts";
import { handleNews } from "../../app/domain/payment-updates/payment-updates.server.ts";
import {
  importSettlement,
  listSettlements,
  type Payment,
  receiveWebhook,
} from "../../app/domain/payments/payments.server.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { stripeKind } from "../../app/domain/payments/providers/stripe/kind.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  earnBefore,
  paymentOf,
  type TipWish,
  type TipWorld,
} from "../support/money/tip-world.ts";
import { type Listening, listen } from "../support/providers/listening.ts";
import { type FakeStripe, openFakeStripe } from "../support/providers/stripe/fake-stripe.ts";
import { openWeakLine, type WeakLine } from "../support/providers/weak-line.ts";

const KEYS = { secretKey: "sk_test_notastripekey", webhookSecret: "whsec_notastripesecret" };
const HELD_MINOR = 1_000_00;

let database: TestDatabase;
let world: TipWorld;
let stripe: FakeStripe;
let line: WeakLine;
let webhooks: Listening;
let creator: Creator;
/** How each webhook was taken. */
const taken: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const time = movableClock(new Date());
  stripe = await openFakeStripe({ ...KEYS, now: time.now });
  line = await openWeakLine(stripe.origin);
  const settings = {
    ...{ STRIPE_SECRET_KEY: KEYS.secretKey, STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret },
    STRIPE_API_URL: line.origin,
  };
  const provider = stripeKind
    .configure(settings)
    .open({ here: "http://127.0.0.1:9", appSecret: "s".repeat(32) });
  world = { ...createTipWorld(database.db, time), providers: createProviders([provider]) };
  await earnBefore(world, "EUR", HELD_MINOR);
  webhooks = await listen(
    createRequestListener(async (request) => {
      const notice = { body: await request.bytes(), headers: request.headers, now: world.clock() };
      const { outcome } = await receiveWebhook(world, provider, notice);
      taken.push(outcome);
      return new Response(null, {
        status: outcome === "refused" ? 400 : outcome === "unanswered" ? 503 : 202,
      });
    }),
  );
  stripe.sendTo(webhooks.origin);
  creator = await createCreator(world, { username: "joerdis" });
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await Promise.all([line?.close(), stripe?.close(), webhooks?.close()]);
  await database?.drop();
});

/** Begins a tip and does on Stripe's page as told. */
async function tip(wish: Partial<TipWish>, how: "paid" | "under_way" = "paid"): Promise<Payment> {
  const paymentId = world.newId();
  const outcome = await confirm(world, await draftTip(world, creator, wish), { paymentId });
  if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
  const body = new URLSearchParams({ how });
  expect((await fetch(outcome.redirect_url, { method: "POST", body, redirect: "manual" })).status).toBe(303);
  return await paymentOf(world, paymentId);
}

/** What Stripe has to say is delivered and handled, as the jobs do. */
async function hear(): Promise<string[]> {
  await stripe.deliver();
  const open = await world.db
    .selectFrom("provider_webhook_events")
    .select("id")
    .where("handled_at", "is", null)
    .orderBy("received_at")
    .execute();
  const outcomes: string[] = [];
  for (const { id } of open) outcomes.push(await handleNews(world, id));
  return outcomes;
}

async function held(): Promise<number> {
  const rows = (await trialBalance(world.db)).filter(
    ({ code, owner }) => code === "psp_clearing" && owner === "stripe",
  );
  return rows.reduce((sum, { balance_minor }) => sum + balance_minor, 0);
}

it("a tip by Stripe is paid, given back in part, disputed and settled by Stripe's own file", async () => {
  const payment = await tip({ amount: 50_00, country: "DE" });
  expect(await hear()).toEqual(["settled"]);
  expect(await paymentOf(world, payment.id)).toMatchObject({ status: "SUCCESS", provider: "stripe" });
  const refundId = await refund(world, payment, by(creator), 10_00);
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

  const names = [
    ...[
      "automatic_payout_id",
      "automatic_payout_effective_at",
      "balance_transaction_id",
      "currency",
      "gross",
    ],
    ...[
      "fee",
      "reporting_category",
      "source_id",
      "payment_metadata[payment_id]",
      "refund_metadata[refund_id]",
    ],
  ];
  const rows = [
    ["txn_1", "eur", "55.95", "1.00", "charge", "ch_1", payment.id, ""],
    ["txn_2", "eur", "-11.19", "0.00", "refund", "re_1", payment.id, refundId],
    ["txn_3", "eur", "11.19", "0.50", "charge", "ch_2", disputed.id, ""],
    ["txn_4", "eur", "-11.19", "20.00", "dispute", disputeId, disputed.id, ""],
  ].map((row) => ["po_1", "2026-11-24 00:00:00", ...row].join(","));
  const bytes = new TextEncoder().encode([names.join(","), ...rows].join("\n"));
  const file = { provider: "stripe", bytes, operator_id: await makeOperator(world) };
  expect(await importSettlement(world, file)).toMatchObject({ outcome: "imported", exceptions: 0 });
  expect(await importSettlement(world, file)).toEqual({ outcome: "repeated" });
  expect((await listSettlements(world.db, world.clock())).settlements).toMatchObject([
    { provider: "stripe", open_exceptions: 0 },
  ]);
  expect(await held()).toBe(0);
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
  taken.length = 0;
  line.failNext("failure", "GET");
  stripe.books.dispute(payment.provider_ref ?? "", 11_19);
  await stripe.deliver();
  // Stripe sends it again until it is taken.
  expect(await hear()).toHaveLength(1);
  expect(taken).toEqual(["unanswered", "stored"]);
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
