import { createHmac } from "node:crypto";
import { v7 as uuid } from "uuid";
import { stripeProvider } from "../../../app/domain/payments/providers/stripe/stripe.server.ts";
import { openNoticeInbox } from "./notice-inbox.ts";
import type { Made, ProviderWorld } from "./provider-world.ts";
import { type FakeStripe, openFakeStripe } from "./stripe/fake-stripe.ts";
import { openWeakLine } from "./weak-line.ts";

const SECRET_KEY = "sk_test_notastripekey";
const WEBHOOK_SECRET = "whsec_notastripesecret";

/** Stripe, as the contract meets it: a fake over HTTP, and the adapter with Stripe's own library. */
export async function openStripeWorld(): Promise<ProviderWorld & { stripe: FakeStripe }> {
  const now = () => new Date();
  const inbox = await openNoticeInbox(now);
  const stripe = await openFakeStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET });
  stripe.sendTo(inbox.url);
  const line = await openWeakLine(stripe.origin);
  const access = {
    ...{ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: line.origin },
    statementDescriptor: "TRIBUTE TIP",
    wallets: ["apple_pay", "google_pay", "link"] as const,
  };
  const provider = stripeProvider(access);
  const order: ProviderWorld["order"] = (change) => ({
    ...{ paymentId: uuid(), type: "INETCASH_CC", amountMinor: 2798, currency: "EUR" },
    ...{ description: "Tip for Jördis Kessler", locale: "en", payerEmail: null, noticeUrl: inbox.url },
    successUrl: "https://tribute.example/payment/success",
    failedUrl: "https://tribute.example/payment/failed",
    expiresAt: new Date(now().getTime() + 24 * 3_600_000),
    ...change,
  });
  const visit = async ({ redirectUrl }: Made, how: string) => {
    const body = new URLSearchParams({ how });
    const answer = await fetch(redirectUrl, { method: "POST", body, redirect: "manual" });
    await answer.body?.cancel();
  };
  return {
    ...{ stripe, provider, line, now, order, visit },
    impatient: stripeProvider({ ...access, timeoutMs: 50 }),
    stranger: stripeProvider({ ...access, webhookSecret: "whsec_of_somebody_else" }),
    slowType: "INETCASH_DD",
    conclude: async ({ providerRef }, how) => stripe.books.conclude(providerRef, how),
    async dispute() {
      const made = await provider.create(order());
      await visit(made, "paid");
      stripe.books.dispute(made.providerRef, 2798);
      return made;
    },
    async notices() {
      await stripe.deliver();
      return inbox.notices;
    },
    sign(body, at) {
      const t = Math.floor(at.getTime() / 1000);
      // Stripe's library signs texts alone.
      const mac = createHmac("sha256", WEBHOOK_SECRET).update(`${t}.`).update(body).digest("hex");
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      return { at, body: bytes, headers: new Headers({ "Stripe-Signature": `t=${t},v1=${mac}` }) };
    },
    async close() {
      await Promise.all([line.close(), stripe.close(), inbox.close()]);
    },
  };
}
