import { createHmac } from "node:crypto";
import { v7 as uuid } from "uuid";
import { stripeProvider } from "../../../app/domain/payments/providers/stripe/stripe.server.ts";
import { openNoticeInbox, type SentNotice } from "./notice-inbox.ts";
import type { Made, ProviderWorld } from "./provider-world.ts";
import { type FakeStripe, openFakeStripe } from "./stripe/fake-stripe.ts";
import { openWeakLine } from "./weak-line.ts";

const SECRET_KEY = "sk_test_notastripekey";
const WEBHOOK_SECRET = "whsec_notastripesecret";
export const CONNECT_SECRET = "whsec_notaconnectsecret";

/** Stripe, as the contract meets it: a fake over HTTP, and the adapter with Stripe's own library. */
export async function openStripeWorld(): Promise<
  ProviderWorld & { stripe: FakeStripe; signed(body: string, at: Date, secret: string): SentNotice }
> {
  const now = () => new Date();
  const inbox = await openNoticeInbox(now);
  const stripe = await openFakeStripe({
    ...{ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, connectSecret: CONNECT_SECRET },
  });
  stripe.sendTo(inbox.url);
  const line = await openWeakLine(stripe.origin);
  const access = {
    ...{ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: line.origin },
    connect: { webhookSecret: CONNECT_SECRET, losses: "application" as const },
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
  /** Where a payment is at Stripe. */
  const at = ({ providerRef }: Pick<Made, "providerRef">) => {
    const [id = "", account] = providerRef.split("/").reverse();
    return { id, books: account === undefined ? stripe.books : stripe.booksOf(account) };
  };
  return {
    ...{ stripe, provider, line, now, order, visit },
    impatient: stripeProvider({ ...access, timeoutMs: 50 }),
    stranger: stripeProvider({ ...access, webhookSecret: "whsec_of_somebody_else" }),
    slowType: "INETCASH_DD",
    conclude: async (made, how) => at(made).books.conclude(at(made).id, how),
    direct: {
      onboard: (url) => visit({ providerRef: "", redirectUrl: url }, "finish"),
      async payOut(accountRef) {
        return stripe.accounts.payOut(accountRef, stripe.booksOf(accountRef).balance.payOut().amount).id;
      },
      async feeReturned(made) {
        const fee = at(made).books.page(at(made).id).intent?.charge?.fee ?? "";
        return stripe.accounts.fee(fee).refunds.reduce((sum, { amount }) => sum + amount, 0);
      },
    },
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
    sign: (body, at) => sign(body, at, WEBHOOK_SECRET),
    signed: sign,
    async close() {
      await Promise.all([line.close(), stripe.close(), inbox.close()]);
    },
  };
}

function sign(body: string | Uint8Array, at: Date, secret: string): SentNotice {
  const t = Math.floor(at.getTime() / 1000);
  // Stripe's library signs texts alone.
  const mac = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return { at, body: bytes, headers: new Headers({ "Stripe-Signature": `t=${t},v1=${mac}` }) };
}
