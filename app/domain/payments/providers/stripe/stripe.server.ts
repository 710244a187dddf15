import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { z } from "zod";
import {
  ALL_ABILITIES,
  CARD_CURRENCIES,
  type PaymentOffer,
  type PaymentOrder,
  type PaymentProvider,
  type PaymentSnapshot,
  type PaymentType,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
  type RefundOrder,
  type RefundSnapshot,
  SEPA_COUNTRIES,
} from "../../provider-port.ts";
import { providerKind } from "../provider-kind.ts";
import { type Ask, createAsk, UnknownAtStripe } from "./client.server.ts";
import {
  createdSchema,
  customerSchema,
  disputeSchema,
  EXPAND,
  listedSchema,
  PAYMENT_KEY,
  paymentOf,
  REFUND_KEY,
  type Refund,
  readStripeEvent,
  refundSchema,
  refundSnapshot,
  type Session,
  sessionSchema,
  snapshot,
} from "./objects.ts";
import { fetchStripeBalance, readStripeSettlement } from "./settlement.ts";

type Method = Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType;

const METHODS: Record<PaymentType, Method> = {
  INETCASH_CC: "card",
  INETCASH_DB: "pay_by_bank",
  INETCASH_OB: "customer_balance",
  INETCASH_DD: "sepa_debit",
};

/** Beside cards, on the same page. Which of them a fan sees depends on the account and the device. */
const WALLETS = {
  apple_pay: { name: "Apple Pay", method: "card" },
  google_pay: { name: "Google Pay", method: "card" },
  link: { name: "Link", method: "link" },
  paypal: { name: "PayPal", method: "paypal" },
} as const satisfies Record<string, { name: string; method: Method }>;
type Wallet = keyof typeof WALLETS;
const WALLET_NAMES = ["apple_pay", "google_pay", "link", "paypal"] as const satisfies readonly Wallet[];

const PAYPAL_CURRENCIES = "EUR GBP USD CHF CZK DKK NOK PLN SEK AUD CAD HKD NZD SGD".split(" ");

/** Stripe counts ISK in hundredths. */
const STRIPE_CARD_CURRENCIES = CARD_CURRENCIES.filter((currency) => currency !== "ISK");

function cardOffers(wallets: readonly Wallet[]): PaymentOffer[] {
  const offer = (currencies: string[], named: readonly Wallet[]): PaymentOffer => ({
    type: "INETCASH_CC",
    currencies,
    wallets: named.map((wallet) => WALLETS[wallet].name),
  });
  const takesPaypal = (currency: string) => PAYPAL_CURRENCIES.includes(currency);
  return [
    offer(STRIPE_CARD_CURRENCIES.filter(takesPaypal), wallets),
    offer(
      STRIPE_CARD_CURRENCIES.filter((currency) => !takesPaypal(currency)),
      wallets.filter((wallet) => wallet !== "paypal"),
    ),
  ];
}

const BANK_OFFERS: readonly PaymentOffer[] = [
  { type: "INETCASH_DB", currencies: ["EUR"], countries: ["DE"] },
  { type: "INETCASH_DB", currencies: ["GBP"], countries: ["GB"] },
  { type: "INETCASH_OB", currencies: ["EUR"] },
  { type: "INETCASH_DD", currencies: ["EUR"], countries: SEPA_COUNTRIES },
];

/** Stripe refuses pages open for more than a day by its clock. */
const CLOCKS_DIFFER_SECONDS = 60;

/** A transfer needs a customer with an account number. */
function needsCustomer(type: PaymentType): boolean {
  return METHODS[type] === "customer_balance";
}

/** The same order gives the same parameters, for Stripe's idempotency; changed ones are a conflict. */
function sessionParams(
  order: PaymentOrder,
  { statementDescriptor, wallets }: Presentation,
  customer: string | null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { [PAYMENT_KEY]: order.paymentId };
  const method = METHODS[order.type];
  const others = method === "card" ? wallets.map((wallet) => WALLETS[wallet].method) : [];
  return {
    mode: "payment",
    client_reference_id: order.paymentId,
    metadata,
    allowed_payment_method_types: [...new Set([method, ...others])],
    // The fan pays in the currency of our page.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: order.amountMinor,
          product_data: { name: order.description },
        },
      },
    ],
    payment_intent_data: {
      description: order.description,
      metadata,
      ...statementWords(order.type, statementDescriptor),
    },
    success_url: order.successUrl,
    cancel_url: order.failedUrl,
    locale: order.locale,
    expires_at: Math.trunc(order.expiresAt.getTime() / 1000) - CLOCKS_DIFFER_SECONDS,
    ...(customer === null
      ? { customer_email: order.payerEmail ?? undefined }
      : { customer, payment_method_options: TRANSFER }),
  };
}

/** Stripe appends them to the account's own for cards. */
function statementWords(
  type: PaymentType,
  words: string | null,
): Stripe.Checkout.SessionCreateParams.PaymentIntentData {
  if (words === null) return {};
  return METHODS[type] === "card" ? { statement_descriptor_suffix: words } : { statement_descriptor: words };
}

const TRANSFER: Stripe.Checkout.SessionCreateParams.PaymentMethodOptions = {
  customer_balance: {
    funding_type: "bank_transfer",
    bank_transfer: { type: "eu_bank_transfer", eu_bank_transfer: { country: "DE" } },
  },
};

const TIMEOUT_MS = 8_000;
const PAGES = "https://checkout.stripe.com";
const LOOKED_THROUGH = 2_000;
const MINUTE = 60;

interface Presentation {
  statementDescriptor: string | null;
  wallets: readonly Wallet[];
}

interface StripeOptions extends Presentation {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string | null;
  timeoutMs?: number;
}

/**
 * Stripe by Checkout pages. The reference is the page's, which exists before any payment
 * (docs/decisions/045).
 */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const { apiUrl, webhookSecret } = options;
  const offers = [...cardOffers(options.wallets), ...BANK_OFFERS];
  const ask = createAsk({ ...options, timeoutMs: options.timeoutMs ?? TIMEOUT_MS });

  return {
    name: "stripe",
    abilities: ALL_ABILITIES,
    offers: () => offers,
    redirectOrigins: () => [apiUrl === null ? PAGES : new URL(apiUrl).origin],

    create: (order) => createSession(ask, order, options),

    async find(paymentId) {
      if (!z.uuidv7().safeParse(paymentId).success) return null;
      const id = await searchSession(ask, paymentId);
      const session = id === null ? null : await findSession(ask, id);
      if (!session) return null;
      // An ended page has no address; the fan continues at its return URL.
      const over = session.status === "complete" ? session.success_url : session.cancel_url;
      return {
        providerRef: session.id,
        redirectUrl: session.url ?? over ?? PAGES,
        snapshot: await describe(ask, session),
      };
    },

    async fetch(providerRef) {
      const session = await findSession(ask, providerRef);
      return session && (await describe(ask, session));
    },

    async cancel(providerRef) {
      const session = await findSession(ask, providerRef);
      if (!session) throw new ProviderRefused(`stripe has no page ${providerRef} of ours`);
      try {
        await cancelAtStripe(ask, session);
        return { ...(await describe(ask, session)), state: "CANCELLED" };
      } catch (error) {
        const now = error instanceof ProviderRefused ? await findSession(ask, providerRef) : null;
        if (!now) throw error;
        return await describe(ask, now);
      }
    },

    refund: (order) => refundAtStripe(ask, order),

    readEvent: (rawBody, headers, receivedAt) => readStripeEvent(webhookSecret, rawBody, headers, receivedAt),

    nameOf: (intent) => nameOf(ask, intent),

    readSettlement: readStripeSettlement,

    fetchSettlement: (since, currencies) =>
      fetchStripeBalance(
        ask,
        async (intent) => (await nameOf(ask, intent))?.paymentId ?? null,
        since,
        currencies,
      ),
  };
}

type OwnSession = Session & { client_reference_id: string };

async function createSession(
  ask: Ask,
  order: PaymentOrder,
  presentation: Presentation,
): Promise<{ providerRef: string; redirectUrl: string }> {
  const customer = needsCustomer(order.type) ? await createCustomer(ask, order) : null;
  const session = await ask(createdSchema, (stripe) =>
    stripe.checkout.sessions.create(sessionParams(order, presentation, customer?.id ?? null), {
      idempotencyKey: order.paymentId,
    }),
  );
  return { providerRef: session.id, redirectUrl: session.url };
}

/** A retry with another address makes another customer: the key has a hash of the address. */
async function createCustomer(ask: Ask, { paymentId, payerEmail }: PaymentOrder): Promise<{ id: string }> {
  const email = payerEmail ?? undefined;
  const mark = createHash("sha256")
    .update(payerEmail ?? "")
    .digest("hex")
    .slice(0, 16);
  return await ask(customerSchema, (stripe) =>
    stripe.customers.create(
      { email, metadata: { [PAYMENT_KEY]: paymentId } },
      { idempotencyKey: `${paymentId}-customer-${mark}` },
    ),
  );
}

async function refundAtStripe(ask: Ask, order: RefundOrder): Promise<RefundSnapshot> {
  const session = await findSession(ask, order.providerRef);
  const intent = session?.payment_intent;
  if (!intent || session.payment_status !== "paid" || session.currency !== order.currency)
    throw new ProviderRefused(`stripe: no payment ${order.providerRef} in ${order.currency}`);
  // A repeated key repeats Stripe's first answer, so the refund's state is looked up.
  const refunds = await listRefunds(ask, intent.id);
  const earlier = refunds.find(({ metadata }) => metadata?.[REFUND_KEY] === order.refundId);
  if (earlier && earlier.amount !== order.amountMinor)
    throw new ProviderRefused(`stripe: refund ${order.refundId} is of another amount`);
  if (earlier) return refundSnapshot(earlier);
  // Stripe uses it to ask a transfer's payer for their account.
  const isTransfer = session.allowed_payment_method_types?.includes("customer_balance");
  const email = isTransfer ? session.customer_details?.email : null;
  try {
    const made = await ask(refundSchema, (stripe) =>
      stripe.refunds.create(
        {
          payment_intent: intent.id,
          amount: order.amountMinor,
          metadata: { [REFUND_KEY]: order.refundId },
          ...(email && { instructions_email: email }),
        },
        { idempotencyKey: order.refundId },
      ),
    );
    return refundSnapshot(made);
  } catch (error) {
    if (error instanceof ProviderConflict) throw new ProviderRefused(error.message);
    throw error;
  }
}

async function findSession(ask: Ask, id: string): Promise<OwnSession | null> {
  // Another form is no id of Stripe.
  if (!/^cs_\w{1,90}$/.test(id)) return null;
  try {
    const session = await ask(sessionSchema, (stripe) =>
      stripe.checkout.sessions.retrieve(id, { expand: EXPAND }),
    );
    const paymentId = paymentOf(session);
    return paymentId === null ? null : { ...session, client_reference_id: paymentId };
  } catch (error) {
    if (error instanceof UnknownAtStripe) return null;
    throw error;
  }
}

async function listRefunds(ask: Ask, payment_intent: string): Promise<Refund[]> {
  return await ask(z.array(refundSchema), (stripe) =>
    stripe.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: LOOKED_THROUGH }),
  );
}

async function describe(ask: Ask, session: OwnSession): Promise<PaymentSnapshot> {
  const { payment_intent: intent, payment_status, client_reference_id: paymentId } = session;
  if (!intent || payment_status !== "paid") return snapshot(session, paymentId, [], []);
  const [refunds, disputes] = await Promise.all([
    listRefunds(ask, intent.id),
    intent.latest_charge?.disputed
      ? ask(z.object({ data: z.array(disputeSchema) }), (stripe) =>
          stripe.disputes.list({ payment_intent: intent.id, limit: 100 }),
        )
      : { data: [] },
  ]);
  return snapshot(session, paymentId, refunds, disputes.data);
}

async function searchSession(ask: Ask, paymentId: string): Promise<string | null> {
  const since = Math.trunc(Number.parseInt(paymentId.replaceAll("-", "").slice(0, 12), 16) / 1000);
  const soon = since + 10 * MINUTE;
  for (const created of [
    { gte: since - 5 * MINUTE, lt: soon },
    { gte: soon, lt: since + 25 * 60 * MINUTE },
  ]) {
    const pages = await ask(z.array(listedSchema), (stripe) =>
      stripe.checkout.sessions.list({ created, limit: 100 }).autoPagingToArray({ limit: LOOKED_THROUGH }),
    );
    const found = pages.find((page) => paymentOf(page) === paymentId);
    if (found) return found.id;
    if (pages.length >= LOOKED_THROUGH)
      throw new ProviderUnavailable("stripe has too many pages of that time to look through");
  }
  return null;
}

async function nameOf(
  ask: Ask,
  payment_intent: string,
): Promise<{ providerRef: string; paymentId: string } | null> {
  const { data } = await ask(z.object({ data: z.array(listedSchema) }), (stripe) =>
    stripe.checkout.sessions.list({ payment_intent, limit: 1 }),
  );
  const [session] = data;
  const paymentId = session ? paymentOf(session) : null;
  return session && paymentId !== null ? { providerRef: session.id, paymentId } : null;
}

/** Closes a page and cancels an awaited transfer. A bank's processing cannot be stopped. */
async function cancelAtStripe(ask: Ask, { id, status, payment_intent }: Session): Promise<void> {
  const isAwaited = status === "complete" && payment_intent?.status === "requires_action";
  await ask(z.object({ id: z.string() }), (stripe) =>
    isAwaited && payment_intent
      ? stripe.paymentIntents.cancel(payment_intent.id)
      : stripe.checkout.sessions.expire(id),
  );
}

/** A live product needs a live key and Stripe's own address (docs/operations.md). */
export const stripeKind = providerKind({
  name: "stripe",
  company: "Stripe Payments Europe, Limited (IE)",
  settings: {
    STRIPE_SECRET_KEY: z
      .string({ error: "the stripe provider needs it" })
      .regex(/^(sk|rk)_(test|live)_\w{8,}$/, "a key of Stripe's begins with sk_live_ or rk_live_")
      .meta({
        description:
          "Live mode needs it with Stripe, see [Stripe](operations.md#stripe). A restricted key needs write for Checkout Sessions, Customers, Refunds and PaymentIntents, read for Charges and Disputes.",
      }),
    STRIPE_WEBHOOK_SECRET: z
      .string({ error: "the stripe provider needs it" })
      .regex(/^whsec_\w{8,}$/, "a secret of Stripe's begins with whsec_")
      .meta({ description: "The endpoint's signing secret, `whsec_…`; live mode needs it with Stripe." }),
    STRIPE_STATEMENT_DESCRIPTOR: z
      .string()
      .regex(
        /^(?=.*[A-Za-z])[^<>\\'"*]{5,22}$/,
        "5 to 22 characters, one of them a letter, and none of < > \\ ' \" *",
      )
      .optional()
      .meta({
        fallback: "the account's own",
        description: "5 to 22 characters for bank statements; behind the account's own words for cards.",
      }),
    STRIPE_WALLETS: z
      .string()
      .default("apple_pay,google_pay,link")
      .transform((text) =>
        text
          .split(",")
          .map((each) => each.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.enum(WALLET_NAMES, { error: `one of ${WALLET_NAMES.join(", ")}` })))
      .meta({
        description:
          "What Stripe's page shows beside cards: `apple_pay`, `google_pay`, `link`, `paypal`; each must be on in Stripe's account.",
      }),
    STRIPE_API_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        fallback: "Stripe's own",
        description: "For tests: where a fake of Stripe's API is. Refused in live mode.",
      }),
  },

  liveProblem(settings) {
    if (/^.._test_/.test(settings.STRIPE_SECRET_KEY))
      return "STRIPE_SECRET_KEY: a test key moves no real money; live mode needs a live one";
    if (settings.STRIPE_API_URL !== undefined)
      return "STRIPE_API_URL is for tests; live mode needs Stripe itself";
    return null;
  },

  open: (settings) =>
    stripeProvider({
      secretKey: settings.STRIPE_SECRET_KEY,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      statementDescriptor: settings.STRIPE_STATEMENT_DESCRIPTOR ?? null,
      wallets: settings.STRIPE_WALLETS,
      apiUrl: settings.STRIPE_API_URL ?? null,
    }),
});
