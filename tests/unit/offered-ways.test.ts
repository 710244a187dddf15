import { expect, test } from "vitest";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { scriptedProvider } from "../support/money/scripted-provider.ts";

test("ways to pay stand in one order, the card first, however they are shared out between providers", () => {
  const provider = (name: string) => ({ ...scriptedProvider(() => new Date()), name });
  const routes = new Map([
    ["INETCASH_OB", "first"],
    ["INETCASH_DB", "first"],
    ["INETCASH_CC", "second"],
    ["INETCASH_DD", "second"],
  ]);
  const shared = createProviders([provider("first"), provider("second")], routes).offers("EUR", "DE");
  expect([...shared].map(([type, { name }]) => `${type} ${name}`)).toEqual([
    "INETCASH_CC second",
    "INETCASH_DB first",
    "INETCASH_OB first",
    "INETCASH_DD second",
  ]);
});

test("a route to a provider that does not offer that way to pay is refused at the start", () => {
  const given = [scriptedProvider(() => new Date(), "first")];
  expect(() => createProviders(given, new Map([["INETCASH_OB/USD", "first"]]))).toThrow(
    "PAYMENT_ROUTES: first does not offer INETCASH_OB/USD",
  );
  expect(() => createProviders(given, new Map([["INETCASH_OB/EUR", "first"]]))).not.toThrow();
});
