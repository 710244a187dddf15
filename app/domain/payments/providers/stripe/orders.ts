import type Stripe from "stripe";
import type { PaymentOffer, PaymentOrder, PaymentType } from "../../provider-port.ts";
import { CARD_CURRENCIES, SEPA_COUNTRIES } from "../reach.ts";
import { PAYMENT_KEY } from "./snapshot.ts";

/** Our ways to pay by Stripe's names; a wallet (Apple Pay, Google Pay) is a card. */
const METHODS: Record<PaymentType, Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType> = {
  INETCASH_CC: "card",
  INETCASH_DB: "pay_by_bank",
  INETCASH_OB: "customer_balance",
  INETCASH_DD: "sepa_debit",
};

/** Which of them a fan sees their own device decides. */
const WALLETS = ["Apple Pay", "Google Pay"];

export const STRIPE_OFFERS: readonly PaymentOffer[] = [
  // Stripe counts Icelandic crowns in hundredths, which there are none of.
  {
    type: "INETCASH_CC",
    currencies: CARD_CURRENCIES.filter((currency) => currency !== "ISK"),
    wallets: WALLETS,
  },
  { type: "INETCASH_DB", currencies: ["EUR"], countries: ["DE"] },
  { type: "INETCASH_DB", currencies: ["GBP"], countries: ["GB"] },
  { type: "INETCASH_OB", currencies: ["EUR"] },
  { type: "INETCASH_DD", currencies: ["EUR"], countries: SEPA_COUNTRIES },
];

/** Stripe takes no page that is open for more than a day by its own clock. */
const CLOCKS_DIFFER_SECONDS = 60;

/** A transfer needs a customer, to whom Stripe gives an account number. */
export function needsCustomer(type: PaymentType): boolean {
  return METHODS[type] === "customer_balance";
}

/** The page that a payment is made with. The same order gives the same words, so that Stripe knows it again. */
export function sessionParams(
  order: PaymentOrder,
  statementDescriptor: string | null,
  customer: string | null,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { [PAYMENT_KEY]: order.paymentId };
  return {
    mode: "payment",
    client_reference_id: order.paymentId,
    metadata,
    allowed_payment_method_types: [METHODS[order.type]],
    // The fan pays in the currency that our page named.
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
    // The payer's address is not sent: Stripe asks for it where it needs one, and a changed one would be another order.
    ...(customer !== null && { customer, payment_method_options: TRANSFER }),
  };
}

/** Stripe puts a card's words behind the account's own. */
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
