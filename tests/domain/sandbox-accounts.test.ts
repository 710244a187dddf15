import { v7 as uuid } from "uuid";
import { afterEach, expect } from "vitest";
import { ProviderRefused } from "../../app/domain/payments/provider-port.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { createSandboxWorld, type SandboxWorld } from "../support/money/sandbox-world.ts";

const CARD = { number: "4242424242424242", expiry: "12/29", cvc: "123", holder: "Ada Muster" };
const URLS = { returnUrl: "https://tribute.example/back", refreshUrl: "https://tribute.example/again" };

let database: TestDatabase;
let world: SandboxWorld;

it.beforeEach(async ({ database: own }) => {
  database = own;
  world = await createSandboxWorld(database.db);
});
afterEach(() => world.close());

const accounts = () => {
  const { accounts: found } = world.provider;
  if (!found) throw new Error("the sandbox has accounts");
  return found;
};
const connect = (userId = uuid()) =>
  accounts().create({ userId, country: "DE", currency: "EUR", email: "jo@tribute.example", locale: "de" });
const linkOf = async (accountRef: string) =>
  new URL(await accounts().onboardingUrl(accountRef, URLS)).pathname.split("/").at(-1) ?? "";
const decide = async (accountRef: string, act: string) =>
  await world.sandbox.decideAccount(await linkOf(accountRef), { act, legal_name: "Kim Muster" });

it("an account at the sandbox is one for each user, and lacks everything at first", async () => {
  const userId = uuid();
  const [one, two] = await Promise.all([connect(userId), connect(userId)]);
  expect(one).toEqual(two);
  expect(await accounts().fetch(one.accountRef)).toMatchObject({
    ...{ accountRef: one.accountRef, country: "DE", currency: "EUR", isSubmitted: false },
    ...{ takesPayments: false, paysOut: false, disabledReason: null, legalName: null },
  });
  expect((await accounts().fetch(one.accountRef))?.due).toContainEqual({
    name: "external_account",
    by: null,
  });
  expect(await accounts().fetch("acct_x")).toBeNull();
});

it("an account at the sandbox becomes what the tester decides, by a link that ends and news that is sent", async () => {
  const { accountRef } = await connect();
  const link = await linkOf(accountRef);
  expect(await world.sandbox.findConnectPage(link)).toMatchObject({ isSubmitted: false, balanceMinor: 0 });
  const decided = await world.sandbox.decideAccount(link, { act: "due", legal_name: "Kim Muster" });
  expect(decided).toEqual({ outcome: "returned", url: URLS.returnUrl });
  const now = await accounts().fetch(accountRef);
  expect(now).toMatchObject({
    takesPayments: true,
    paysOut: true,
    isSubmitted: true,
    legalName: "Kim Muster",
  });
  expect(now?.due).toEqual([
    { name: "individual.verification.document", by: new Date("2026-12-05T10:00:00Z") },
  ]);
  expect(await world.sandbox.findConnectPage(link)).toEqual({ refreshUrl: URLS.refreshUrl });
  expect(await world.sandbox.decideAccount(link, { act: "reject" })).toEqual({
    ...{ outcome: "returned", url: URLS.refreshUrl },
  });
  await decide(accountRef, "restrict");
  expect(await accounts().fetch(accountRef)).toMatchObject({
    ...{ takesPayments: false, disabledReason: "requirements.past_due" },
  });
  await world.pass(0);
  expect(world.inbox.received).toEqual([
    { outcome: "account", eventId: expect.any(String), kind: "account.updated", accountRef },
    { outcome: "account", eventId: expect.any(String), kind: "account.updated", accountRef },
  ]);
});

it("a link to the sandbox's account runs out after ten minutes", async () => {
  const { accountRef } = await connect();
  const link = await linkOf(accountRef);
  world.clock.passSeconds(600);
  expect(await world.sandbox.findConnectPage(link)).toEqual({ refreshUrl: URLS.refreshUrl });
});

it("a direct payment goes into the account less our fee, comes back from there, and is paid out", async () => {
  const { accountRef } = await connect();
  const direct = { accountRef, applicationFeeMinor: 300 };
  const order = world.order({ amountMinor: 3000, direct });
  await expect(world.provider.create(order)).rejects.toThrow(ProviderRefused);
  await decide(accountRef, "finish");
  const made = await world.provider.create(order);
  expect(await world.provider.create(order)).toEqual(made);
  const token = new URL(made.redirectUrl).pathname.split("/").at(-1) ?? "";
  await world.sandbox.pay(token, CARD);
  const refund = { providerRef: made.providerRef, amountMinor: 1000, currency: "EUR" };
  expect(await world.provider.refund({ ...refund, refundId: uuid() })).toMatchObject({ state: "DONE" });
  await accounts().returnFee({ ...refund, totalMinor: 100 });
  expect(await world.sandbox.findConnectPage(await linkOf(accountRef))).toMatchObject({ balanceMinor: 1800 });
  const since = world.clock.now();
  await decide(accountRef, "fail_payout");
  world.clock.passSeconds(1);
  await decide(accountRef, "pay_out");
  expect(await accounts().payouts(accountRef, since)).toMatchObject([
    { accountRef, currency: "EUR", amountMinor: 1800, state: "PAID", arrivesOn: "2026-11-23" },
    { amountMinor: 1800, state: "FAILED", failureCode: "account_closed" },
  ]);
  expect(await world.sandbox.findConnectPage(await linkOf(accountRef))).toMatchObject({ balanceMinor: 0 });
});

it("a disconnected account takes nothing, forgets its name, and the same user gets a new one", async () => {
  const userId = uuid();
  const { accountRef } = await connect(userId);
  await decide(accountRef, "finish");
  await accounts().disconnect(accountRef);
  await accounts().disconnect(accountRef);
  expect(await accounts().fetch(accountRef)).toBeNull();
  const order = world.order({ direct: { accountRef, applicationFeeMinor: 0 } });
  await expect(world.provider.create(order)).rejects.toThrow(ProviderRefused);
  const kept = await database.db.selectFrom("sandbox.accounts").select("legal_name").execute();
  expect(kept).toEqual([{ legal_name: null }]);
  expect(await connect(userId)).not.toEqual({ accountRef });
});
