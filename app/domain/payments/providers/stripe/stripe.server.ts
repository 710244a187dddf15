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
  type RefundOrder,
  type RefundSnapshot,
  SEPA_COUNTRIES,
  type SetUpOrder,
} from "../../provider-port.ts";
import { providerKind } from "../provider-kind.ts";
import { LOSSES, type Losses, stripeAccounts } from "./accounts.server.ts";
import { AccountGone, type Ask, createAsk } from "./client.server.ts";
import {
  cancelAtStripe,
  describe,
  findSession,
  isCharge,
  listRefunds,
  nameOf,
  searchSession,
} from "./look-up.server.ts";
import {
  createdSchema,
  customerSchema,
  PAYMENT_KEY,
  REFUND_KEY,
  readStripeEvent,
  referenceTo,
  refundSchema,
  refundSnapshot,
  SET_UP_KEY,
  within,
} from "./objects.ts";
import { stripeSavedMethods } from "./saved.server.ts";
import { fetchStripeBalance, readStripeSettlement } from "./settlement.ts";
import { stripeTransfers } from "./transfers.server.ts";

type Method = Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType;

const METHODS: Record<PaymentType, Method> = {
  INETCASH_CC: "card",
  INETCASH_DB: "pay_by_bank",
  INETCASH_OB: "customer_balance",
  INETCASH_DD: "sepa_debit",
};

/** On the same page. Account and device decide which a fan sees. */
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
    saves: true,
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
  { type: "INETCASH_DD", currencies: ["EUR"], countries: SEPA_COUNTRIES, saves: true },
];

/** Stripe refuses pages open for more than a day by its clock. */
const CLOCKS_DIFFER_SECONDS = 60;

/** A transfer needs a customer with an account number. */
function needsCustomer(type: PaymentType): boolean {
  return METHODS[type] === "customer_balance";
}

/** The same order gives the same parameters, for idempotency. */
function sessionParams(
  order: PaymentOrder,
  { statementDescriptor, wallets }: Presentation,
  customer: string | null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { [PAYMENT_KEY]: order.paymentId };
  const method = METHODS[order.type];
  const others =
    method === "card" && !order.savesMethod ? wallets.map((wallet) => WALLETS[wallet].method) : [];
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
      ...(order.direct && { application_fee_amount: order.direct.applicationFeeMinor }),
      ...(order.savesMethod && { setup_future_usage: "off_session" as const }),
      ...(order.isTransferred && { transfer_group: order.paymentId }),
    },
    ...(order.savesMethod && { customer_creation: "always" as const }),
    success_url: order.successUrl,
    cancel_url: order.failedUrl,
    locale: order.locale,
    expires_at: Math.trunc(order.expiresAt.getTime() / 1000) - CLOCKS_DIFFER_SECONDS,
    ...(customer === null
      ? { customer_email: order.payerEmail ?? undefined }
      : { customer, payment_method_options: TRANSFER }),
  };
}

function setUpParams(order: SetUpOrder): Stripe.Checkout.SessionCreateParams {
  const { setUpId, customerRef, payerEmail } = order;
  const metadata = { [SET_UP_KEY]: setUpId };
  return {
    ...{ mode: "setup", currency: order.currency.toLowerCase(), client_reference_id: setUpId, metadata },
    ...{ allowed_payment_method_types: [METHODS[order.type]], setup_intent_data: { metadata } },
    ...{ success_url: order.successUrl, cancel_url: order.failedUrl, locale: order.locale },
    expires_at: Math.trunc(order.expiresAt.getTime() / 1000) - CLOCKS_DIFFER_SECONDS,
    ...(customerRef === null
      ? { customer_creation: "always", customer_email: payerEmail }
      : { customer: customerRef }),
  };
}

/** For cards Stripe appends them to the account's own. */
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
const ACCOUNT_PAGES = "https://connect.stripe.com";

interface Presentation {
  statementDescriptor: string | null;
  wallets: readonly Wallet[];
}

interface StripeOptions extends Presentation {
  secretKey: string;
  webhookSecret: string;
  /** Without it creators cannot be paid directly. */
  connect?: { webhookSecret: string; losses: Losses } | null;
  apiUrl: string | null;
  timeoutMs?: number;
}

/** The reference is the page's, which exists before any payment (docs/decisions/045). */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const { apiUrl, webhookSecret, connect = null } = options;
  const offers = [...cardOffers(options.wallets), ...BANK_OFFERS];
  const ask = createAsk({ ...options, timeoutMs: options.timeoutMs ?? TIMEOUT_MS });

  return {
    name: "stripe",
    abilities: ALL_ABILITIES,
    offers: () => offers,
    redirectOrigins: () => [apiUrl === null ? PAGES : new URL(apiUrl).origin],

    create: (order) => createSession(ask, order, options),

    async find(paymentId, accountRef = null) {
      if (!z.uuidv7().safeParse(paymentId).success) return null;
      const reference = await searchSession(ask, paymentId, accountRef);
      const session = reference === null ? null : await findSession(ask, reference);
      if (!session) return null;
      // An ended page has no address; the fan continues at its return URL.
      const over = session.status === "complete" ? session.success_url : session.cancel_url;
      return {
        providerRef: referenceTo(session.place),
        redirectUrl: session.url ?? over ?? PAGES,
        snapshot: await describe(ask, session),
      };
    },

    async fetch(providerRef) {
      const session = await findSession(ask, providerRef);
      return session && (await describe(ask, session));
    },

    cancel: (providerRef) => cancelPayment(ask, providerRef),

    async refund(order) {
      try {
        return await refundAtStripe(ask, order);
      } catch (error) {
        if (error instanceof AccountGone) throw new ProviderRefused(error.message);
        throw error;
      }
    },

    readEvent: (rawBody, headers, receivedAt) => {
      const secrets = { own: webhookSecret, connected: connect?.webhookSecret ?? null };
      return readStripeEvent(secrets, rawBody, headers, receivedAt);
    },

    nameOf: (intent) => nameOf(ask, intent),

    ...(connect && {
      accounts: {
        ...stripeAccounts(ask, connect.losses, (reference) => findSession(ask, reference)),
        ...stripeTransfers(ask, (reference) => findSession(ask, reference)),
        origins: [apiUrl === null ? ACCOUNT_PAGES : new URL(apiUrl).origin],
      },
    }),

    saved: stripeSavedMethods(ask, {
      ofCharge: ({ type }) => statementWords(type, options.statementDescriptor),
      ofSetUp: setUpParams,
    }),

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

async function cancelPayment(ask: Ask, providerRef: string): Promise<PaymentSnapshot> {
  const session = await findSession(ask, providerRef);
  if (!session) throw new ProviderRefused(`stripe has no page ${providerRef} of ours`);
  if (isCharge(session)) return await describe(ask, session);
  try {
    await cancelAtStripe(ask, session);
    return { ...(await describe(ask, session)), state: "CANCELLED" };
  } catch (error) {
    const now = error instanceof ProviderRefused ? await findSession(ask, providerRef) : null;
    if (!now) throw error;
    return await describe(ask, now);
  }
}

async function createSession(
  ask: Ask,
  order: PaymentOrder,
  presentation: Presentation,
): Promise<{ providerRef: string; redirectUrl: string }> {
  const account = order.direct?.accountRef ?? null;
  const customer = needsCustomer(order.type) ? await createCustomer(ask, order) : null;
  const session = await ask(createdSchema, (stripe) =>
    stripe.checkout.sessions.create(sessionParams(order, presentation, customer?.id ?? null), {
      idempotencyKey: order.paymentId,
      ...within({ account }),
    }),
  );
  return { providerRef: referenceTo({ account, id: session.id }), redirectUrl: session.url };
}

/** The key has a hash of the address: another one makes another customer. */
async function createCustomer(ask: Ask, order: PaymentOrder): Promise<{ id: string }> {
  const { paymentId, payerEmail, direct } = order;
  const email = payerEmail ?? undefined;
  const mark = createHash("sha256")
    .update(payerEmail ?? "")
    .digest("hex")
    .slice(0, 16);
  return await ask(customerSchema, (stripe) =>
    stripe.customers.create(
      { email, metadata: { [PAYMENT_KEY]: paymentId } },
      {
        idempotencyKey: `${paymentId}-customer-${mark}`,
        ...within({ account: direct?.accountRef ?? null }),
      },
    ),
  );
}

async function refundAtStripe(ask: Ask, order: RefundOrder): Promise<RefundSnapshot> {
  const session = await findSession(ask, order.providerRef);
  const intent = session?.payment_intent;
  if (!intent || session.payment_status !== "paid" || session.currency !== order.currency)
    throw new ProviderRefused(`stripe: no payment ${order.providerRef} in ${order.currency}`);
  // A repeated key repeats Stripe's first answer, so the state is looked up.
  const { account } = session.place;
  const refunds = await listRefunds(ask, { account, id: intent.id });
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
          // Our fee goes back apart, to the cent.
          ...(account !== null && { refund_application_fee: false }),
        },
        { idempotencyKey: order.refundId, ...within({ account }) },
      ),
    );
    return refundSnapshot(made);
  } catch (error) {
    if (error instanceof ProviderConflict) throw new ProviderRefused(error.message);
    throw error;
  }
}

/** Live needs a live key and Stripe's own address (docs/operations.md). */
export const stripeKind = providerKind({
  name: "stripe",
  company: "Stripe Payments Europe, Limited (IE)",
  settings: {
    STRIPE_SECRET_KEY: z
      .string({ error: "the stripe provider needs it" })
      .regex(/^(sk|rk)_(test|live)_\w{8,}$/, "a key of Stripe's begins with sk_live_ or rk_live_")
      .meta({
        description:
          "Live needs it with [Stripe](operations.md#stripe). A restricted key writes Checkout Sessions, Customers, PaymentMethods, Refunds and PaymentIntents, reads Charges and Disputes; for Connect also writes Accounts, Account Links, Application Fees and Transfers, reads Payouts.",
      }),
    STRIPE_WEBHOOK_SECRET: z
      .string({ error: "the stripe provider needs it" })
      .regex(/^whsec_\w{8,}$/, "a secret of Stripe's begins with whsec_")
      .meta({ description: "The endpoint's secret, `whsec_…`; live needs it with Stripe." }),
    STRIPE_CONNECT_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\w{8,}$/, "a secret of Stripe's begins with whsec_")
      .optional()
      .meta({
        fallback: "no direct payments",
        description:
          "The second endpoint's secret, for direct payments; see [Stripe Connect](operations.md#stripe-connect).",
      }),
    STRIPE_LOSSES: z
      .enum(LOSSES, { error: `one of ${LOSSES.join(", ")}` })
      .default("application")
      .meta({
        description: "Who bears losses of new creators' accounts: `application` is you, or `stripe`.",
      }),
    STRIPE_STATEMENT_DESCRIPTOR: z
      .string()
      .regex(
        /^(?=.*[A-Za-z])[^<>\\'"*]{5,22}$/,
        "5 to 22 characters, one of them a letter, and none of < > \\ ' \" *",
      )
      .optional()
      .meta({
        fallback: "the account's own",
        description: "5 to 22 characters for bank statements; for cards behind the account's own.",
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
        description: "Beside cards: `apple_pay`, `google_pay`, `link`, `paypal`; each must be on at Stripe.",
      }),
    STRIPE_API_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .meta({
        fallback: "Stripe's own",
        description: "For tests. Refused in live mode.",
      }),
  },

  liveProblem(settings) {
    if (/^.._test_/.test(settings.STRIPE_SECRET_KEY))
      return "STRIPE_SECRET_KEY: a test key moves no real money; live mode needs a live one";
    if (settings.STRIPE_API_URL !== undefined)
      return "STRIPE_API_URL is for tests; live mode needs Stripe itself";
    if (settings.STRIPE_CONNECT_WEBHOOK_SECRET === settings.STRIPE_WEBHOOK_SECRET)
      return "STRIPE_CONNECT_WEBHOOK_SECRET: each endpoint has a secret of its own";
    return null;
  },

  open: (settings) =>
    stripeProvider({
      secretKey: settings.STRIPE_SECRET_KEY,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      connect: connectOf(settings.STRIPE_CONNECT_WEBHOOK_SECRET, settings.STRIPE_LOSSES),
      statementDescriptor: settings.STRIPE_STATEMENT_DESCRIPTOR ?? null,
      wallets: settings.STRIPE_WALLETS,
      apiUrl: settings.STRIPE_API_URL ?? null,
    }),
});

function connectOf(webhookSecret: string | undefined, losses: Losses) {
  return webhookSecret === undefined ? null : { webhookSecret, losses };
}
