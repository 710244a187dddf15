import { expect, test } from "vitest";
import { ALL_ABILITIES, walletsOf } from "../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { stripeProvider } from "../../app/domain/payments/providers/stripe/stripe.server.ts";
import { scriptedProvider } from "../support/money/scripted-provider.ts";

const stripe = stripeProvider({
  secretKey: "sk",
  webhookSecret: "wh",
  statementDescriptor: null,
  wallets: ["apple_pay", "google_pay", "paypal"],
  apiUrl: null,
});
const other = scriptedProvider(() => new Date());

test("wallets are named where the provider of the method takes them", () => {
  const named = (providers: Parameters<typeof createProviders>[0], currency: string) =>
    walletsOf(createProviders(providers).offers(currency, "DE"), currency);
  expect(named([stripe, other], "EUR")).toEqual({ INETCASH_CC: ["Apple Pay", "Google Pay", "PayPal"] });
  expect(named([stripe], "JPY")).toEqual({ INETCASH_CC: ["Apple Pay", "Google Pay"] });
  expect(named([other, stripe], "EUR")).toEqual({});
  expect(stripe.abilities).toEqual(ALL_ABILITIES);
});
