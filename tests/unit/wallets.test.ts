import { expect, test } from "vitest";
import { ALL_ABILITIES, walletsOf } from "../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { stripeProvider } from "../../app/domain/payments/providers/stripe/stripe.server.ts";
import { scriptedProvider } from "../support/money/scripted-provider.ts";

const stripe = stripeProvider({
  secretKey: "sk",
  webhookSecret: "wh",
  statementDescriptor: null,
  apiUrl: null,
});
const other = scriptedProvider(() => new Date());

test("wallets are named where the provider that serves the way to pay takes them", () => {
  const named = (providers: Parameters<typeof createProviders>[0], currency: string, locale: "de" | "en") =>
    walletsOf(createProviders(providers).offers(currency, "DE"), currency, locale);
  expect(named([stripe, other], "EUR", "en")).toEqual({ INETCASH_CC: "Apple Pay and Google Pay" });
  expect(named([stripe], "JPY", "de")).toEqual({ INETCASH_CC: "Apple Pay und Google Pay" });
  expect(named([other, stripe], "EUR", "en")).toEqual({});
  expect(stripe.abilities).toEqual(ALL_ABILITIES);
});
