import { createRequestListener } from "@remix-run/node-fetch-server";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import { receiveWebhook } from "../../../app/domain/payments/provider-events.server.ts";
import { createProviders } from "../../../app/domain/payments/providers/providers.server.ts";
import { stripeKind } from "../../../app/domain/payments/providers/stripe/stripe.server.ts";
import type { TestDatabase } from "../database/database.ts";
import { listen } from "../providers/listening.ts";
import { type FakeStripe, openFakeStripe } from "../providers/stripe/fake-stripe.ts";
import { pressOn } from "../providers/visited-page.ts";
import { openWeakLine, type WeakLine } from "../providers/weak-line.ts";
import type { Creator } from "./creators.ts";
import { payDirectly } from "./direct-creators.ts";
import { type MovableClock, movableClock } from "./sandbox-world.ts";
import { heldBy } from "./settlement-files.ts";
import {
  confirm,
  createTipWorld,
  draftTip,
  handleOpenEvents,
  paymentOf,
  type TipWish,
  type TipWorld,
} from "./tip-world.ts";

const KEYS = {
  ...{ secretKey: "sk_test_notastripekey", webhookSecret: "whsec_notastripesecret" },
  connectSecret: "whsec_notaconnectsecret",
};
const URLS = { returnUrl: "https://tribute.example/back", refreshUrl: "https://tribute.example/again" };

/** Tips by Stripe: the adapter against a Stripe of our own, both over real HTTP. */
export interface StripeShop {
  world: TipWorld;
  stripe: FakeStripe;
  /** Between the adapter and Stripe. */
  line: WeakLine;
  /** How each webhook was taken. */
  taken: string[];
  /** Begins a tip, and does on Stripe's page as told. */
  tip(creator: Creator, wish: Partial<TipWish>, how?: "paid" | "under_way"): Promise<Payment>;
  /** The creator has an account at Stripe that takes payments; its name. */
  connect(creator: Creator): Promise<string>;
  /** What Stripe has to say is delivered and handled, as the jobs do; what came of it. */
  hear(): Promise<string[]>;
  /** What our books say that Stripe holds, in a currency. */
  held(currency?: string): Promise<number>;
  close(): Promise<void>;
}

export async function openStripeShop(
  { db }: TestDatabase,
  time: MovableClock = movableClock(new Date()),
): Promise<StripeShop> {
  const stripe = await openFakeStripe({ ...KEYS, now: time.now });
  const line = await openWeakLine(stripe.origin);
  const settings = {
    ...{ STRIPE_SECRET_KEY: KEYS.secretKey, STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret },
    ...{ STRIPE_CONNECT_WEBHOOK_SECRET: KEYS.connectSecret, STRIPE_API_URL: line.origin },
  };
  const provider = stripeKind
    .configure(settings)
    .open({ here: "http://127.0.0.1:9", appSecret: "s".repeat(32) });
  const world = { ...createTipWorld(db, time), providers: createProviders([provider]) };
  const taken: string[] = [];
  const webhooks = await listen(
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
  return {
    ...{ world, stripe, line, taken },

    async tip(creator, wish, how = "paid") {
      const paymentId = world.newId();
      const outcome = await confirm(world, await draftTip(world, creator, wish), { paymentId });
      if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
      const { status } = await pressOn(outcome.redirect_url, how);
      if (status !== 303) throw new Error(`Stripe's page answered ${status}`);
      return await paymentOf(world, paymentId);
    },

    async connect(creator) {
      const user = { userId: creator.id, country: "DE", currency: "EUR", email: "jo@tribute.example" };
      const { accounts } = provider;
      if (!accounts) throw new Error("it pays creators directly");
      const { accountRef } = await accounts.create({ ...user, locale: "de" });
      await pressOn(await accounts.onboardingUrl(accountRef, URLS), "finish");
      await payDirectly(world, creator, { provider: "stripe", account_ref: accountRef });
      return accountRef;
    },

    async hear() {
      await stripe.deliver();
      return await handleOpenEvents(world);
    },

    held: (currency) => heldBy(world, "stripe", currency),

    async close() {
      await Promise.all([line.close(), stripe.close(), webhooks.close()]);
    },
  };
}
