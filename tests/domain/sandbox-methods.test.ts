import { v7 as uuid } from "uuid";
import { afterEach, expect } from "vitest";
import {
  type PaymentOrder,
  type PaymentType,
  ProviderConflict,
  ProviderRefused,
  type SavedCharge,
  type SavedMethod,
  type SetUpOrder,
} from "../../app/domain/payments/provider-port.ts";
import { testInstruments } from "../../app/sandbox-provider/test-instruments.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { testAlone as it } from "../support/domain-test.ts";
import { createSandboxWorld, type SandboxWorld } from "../support/money/sandbox-world.ts";

let database: TestDatabase;
let world: SandboxWorld;

it.beforeEach(async ({ database: own }) => {
  database = own;
  world = await createSandboxWorld(database.db);
});
afterEach(() => world.close());

const saved = () => {
  const { saved: found } = world.provider;
  if (!found) throw new Error("the sandbox keeps methods");
  return found;
};
const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";

function fields(type: PaymentType, id: string): Record<string, string> {
  const { value = "" } = testInstruments(type).find((each) => each.id === id) ?? {};
  const common = { holder: "Ada Muster", mandate: "yes" };
  return type === "INETCASH_CC"
    ? { ...common, number: value, expiry: "12/29", cvc: "123" }
    : { ...common, iban: value };
}

/** A payment that keeps its method. */
async function payAndKeep(type: PaymentType, id: string, change: Partial<PaymentOrder> = {}) {
  const { ref, token } = await world.open({ type, savesMethod: true, ...change });
  await world.sandbox.pay(token, fields(type, id));
  if ((await world.sandbox.findPage(token))?.challenged)
    await world.sandbox.confirm(token, { code: world.sandbox.challengeCode });
  return { ref, token };
}

async function methodOf(type: PaymentType, id: string, change?: Partial<PaymentOrder>): Promise<SavedMethod> {
  const { ref } = await payAndKeep(type, id, change);
  const method = (await world.provider.fetch(ref))?.savedMethod;
  if (!method) throw new Error(`${id} was not kept`);
  return method;
}

const chargeOf = (
  type: PaymentType,
  method: SavedMethod,
  change: Partial<SavedCharge> = {},
): SavedCharge => ({
  ...{ paymentId: uuid(), type, amountMinor: 500, currency: "EUR", description: "Monthly tip" },
  ...{ noticeUrl: world.inbox.url, method, ...change },
});

const setUpOf = (change: Partial<SetUpOrder> = {}): SetUpOrder => ({
  ...{ setUpId: uuid(), type: "INETCASH_CC", currency: "EUR", locale: "de", payerEmail: "ada@fan.example" },
  ...{ customerRef: null, accountRef: null, noticeUrl: world.inbox.url },
  successUrl: "https://tribute.example/series/done",
  failedUrl: "https://tribute.example/series/left",
  expiresAt: new Date(world.clock.now().getTime() + 3_600_000),
  ...change,
});

it("the sandbox offers to keep cards and debits alone", () => {
  const kept = world.provider.offers().filter(({ saves }) => saves);
  expect(kept.map(({ type }) => type)).toEqual(["INETCASH_CC", "INETCASH_DD"]);
});

it("a method is kept by a payment that came through, and named as people know it", async () => {
  const card = await payAndKeep("INETCASH_CC", "success");
  expect((await world.provider.fetch(card.ref))?.savedMethod).toEqual({
    ...{ customerRef: expect.stringMatching(/^cus_/), methodRef: expect.stringMatching(/^pm_/) },
    ...{ label: "Visa ••••\u00a04242", expiresOn: "2029-12-31" },
  });
  const debit = await payAndKeep("INETCASH_DD", "later");
  expect(await world.provider.fetch(debit.ref)).toMatchObject({
    state: "PROCESSING",
    savedMethod: { label: "DE ••••\u00a03003", expiresOn: null },
  });
  const asked = await payAndKeep("INETCASH_CC", "challenge");
  expect((await world.provider.fetch(asked.ref))?.savedMethod?.label).toBe("Visa ••••\u00a03155");
});

it("a payment that fails keeps no method, nor does one that was not meant to", async () => {
  for (const [id, savesMethod] of [
    ["declined", true],
    ["success", false],
  ] as const) {
    const { ref } = await payAndKeep("INETCASH_CC", id, { savesMethod });
    expect(await world.provider.fetch(ref)).not.toHaveProperty("savedMethod");
  }
  const { token } = await world.open({ savesMethod: true });
  await world.sandbox.pay(token, fields("INETCASH_CC", "challenge"));
  await world.sandbox.deny(token);
  expect(await database.db.selectFrom("sandbox.methods").select("ref").execute()).toEqual([]);
});

it.each([
  ["INETCASH_CC", "success", "PAID", undefined],
  ["INETCASH_CC", "challenge", "PAID", undefined],
  ["INETCASH_CC", "laterFunds", "FAILED", "RETRY"],
  ["INETCASH_CC", "laterStolen", "FAILED", "METHOD"],
  ["INETCASH_CC", "laterConfirm", "FAILED", "CONFIRM"],
  ["INETCASH_DD", "success", "PAID", undefined],
] as const)("a later charge of %s %s is %s, %s", async (type, id, state, refusal) => {
  const order = chargeOf(type, await methodOf(type, id));
  const charged = await saved().charge(order);
  expect(charged).toMatchObject({ paymentId: order.paymentId, state, amountMinor: 500, currency: "EUR" });
  expect(charged.refusal).toBe(refusal);
  expect(await world.provider.fetch(charged.providerRef)).toEqual(charged);
  expect((await world.provider.find(order.paymentId))?.snapshot).toEqual(charged);
  await world.pass(0);
  expect(world.inbox.received).toContainEqual(
    expect.objectContaining({ outcome: "verified", paymentId: order.paymentId }),
  );
});

it("a later debit waits for the bank, and then comes or goes back", async () => {
  const comes = await saved().charge(chargeOf("INETCASH_DD", await methodOf("INETCASH_DD", "later")));
  const returns = await saved().charge(
    chargeOf("INETCASH_DD", await methodOf("INETCASH_DD", "laterReturned")),
  );
  expect([comes.state, returns.state]).toEqual(["PROCESSING", "PROCESSING"]);
  await world.pass(60);
  expect((await world.provider.fetch(comes.providerRef))?.state).toBe("PAID");
  expect(await world.provider.fetch(returns.providerRef)).toMatchObject({
    ...{ state: "FAILED", failureCode: "debit_returned", refusal: "RETRY" },
  });
});

it("a charge is made once, also by two at once, and is given back", async () => {
  const order = chargeOf("INETCASH_CC", await methodOf("INETCASH_CC", "success"));
  const [one, two] = await Promise.all([saved().charge(order), saved().charge(order)]);
  expect(one).toEqual(two);
  await expect(saved().charge({ ...order, amountMinor: 700 })).rejects.toThrow(ProviderConflict);
  const refund = { refundId: uuid(), providerRef: one.providerRef, amountMinor: 200, currency: "EUR" };
  expect(await world.provider.refund(refund)).toMatchObject({ state: "DONE", amountMinor: 200 });
});

it("a method of another customer, type or account is none, nor is one that has run out", async () => {
  const method = await methodOf("INETCASH_CC", "success");
  const wrong = [
    chargeOf("INETCASH_CC", { ...method, customerRef: `cus_${"0".repeat(32)}` }),
    chargeOf("INETCASH_CC", { ...method, methodRef: "pm_x" }),
    chargeOf("INETCASH_DD", method),
  ];
  for (const order of wrong)
    expect(await saved().charge(order)).toMatchObject({ state: "FAILED", refusal: "METHOD" });
  world.clock.passSeconds(4 * 366 * 86_400);
  expect(await saved().charge(chargeOf("INETCASH_CC", method))).toMatchObject({
    ...{ state: "FAILED", failureCode: "expired_card", refusal: "METHOD" },
  });
});

it("a method of a creator's account is charged there, with our fee, while the account takes payments", async () => {
  const order = { country: "DE", currency: "EUR", email: "jo@tribute.example", locale: "de" } as const;
  const { accountRef } = (await world.provider.accounts?.create({ userId: uuid(), ...order })) ?? {
    accountRef: "",
  };
  const urls = { returnUrl: "https://tribute.example/", refreshUrl: "https://tribute.example/again" };
  const decide = async (act: string) => {
    const url = (await world.provider.accounts?.onboardingUrl(accountRef, urls)) ?? "";
    await world.sandbox.decideAccount(tokenOf(url), { act, legal_name: "Kim Muster" });
  };
  await decide("finish");
  const direct = { accountRef, applicationFeeMinor: 60 };
  const method = await methodOf("INETCASH_CC", "success", { direct });
  expect((await saved().charge(chargeOf("INETCASH_CC", method, { direct }))).state).toBe("PAID");
  expect(await saved().charge(chargeOf("INETCASH_CC", method))).toMatchObject({ refusal: "METHOD" });
  await decide("reject");
  await expect(saved().charge(chargeOf("INETCASH_CC", method, { direct }))).rejects.toThrow(ProviderRefused);
});

it("another method is entered on a page that takes no money, and joins its customer", async () => {
  const first = await methodOf("INETCASH_CC", "laterStolen");
  const order = setUpOf({ customerRef: first.customerRef });
  const { setUpRef, redirectUrl } = await saved().setUp(order);
  expect(await saved().setUp(order)).toEqual({ setUpRef, redirectUrl });
  await expect(saved().setUp({ ...order, currency: "USD" })).rejects.toThrow(ProviderConflict);
  expect(await saved().fetchSetUp(setUpRef)).toEqual({ state: "OPEN", method: null });

  const token = tokenOf(redirectUrl);
  expect(await world.sandbox.leaveSetUp(token)).toEqual({ outcome: "returned", url: order.failedUrl });
  expect(await world.sandbox.saveMethod(token, {})).toMatchObject({ outcome: "invalid" });
  expect(await world.sandbox.saveMethod(token, fields("INETCASH_CC", "declined"))).toMatchObject({
    errors: { number: "errors.declined" },
  });
  const done = { outcome: "returned", url: order.successUrl };
  expect(await world.sandbox.saveMethod(token, fields("INETCASH_CC", "success"))).toEqual(done);
  expect(await world.sandbox.saveMethod(token, fields("INETCASH_CC", "chargeback"))).toEqual(done);
  expect(await world.sandbox.findSetUpPage(token)).toEqual({ url: order.successUrl });

  const { state, method } = await saved().fetchSetUp(setUpRef);
  expect([state, method?.customerRef, method?.label]).toEqual([
    "DONE",
    first.customerRef,
    "Visa ••••\u00a04242",
  ]);
  await world.pass(0);
  expect(world.inbox.received).toContainEqual(
    expect.objectContaining({ outcome: "set_up", setUpRef, kind: "method.saved" }),
  );
  if (method) expect((await saved().charge(chargeOf("INETCASH_CC", method))).state).toBe("PAID");
});

it("a page for another method runs out, and an unknown one is over", async () => {
  const { setUpRef, redirectUrl } = await saved().setUp(setUpOf({ type: "INETCASH_DD" }));
  world.clock.passSeconds(3_601);
  expect(await saved().fetchSetUp(setUpRef)).toEqual({ state: "EXPIRED", method: null });
  const late = await world.sandbox.saveMethod(tokenOf(redirectUrl), fields("INETCASH_DD", "success"));
  expect(late).toEqual({ outcome: "returned", url: setUpOf().failedUrl });
  for (const unknown of ["pm_x", "", "../payments", `pm_${"0".repeat(32)}`])
    expect(await saved().fetchSetUp(unknown)).toEqual({ state: "EXPIRED", method: null });
});

it("a forgotten method is charged no more, and is forgotten twice without harm", async () => {
  const method = await methodOf("INETCASH_CC", "success");
  await saved().forget({ ...method, customerRef: `cus_${"0".repeat(32)}` }, null);
  expect((await saved().charge(chargeOf("INETCASH_CC", method))).state).toBe("PAID");
  await saved().forget(method, null);
  await saved().forget(method, null);
  expect(await saved().charge(chargeOf("INETCASH_CC", method))).toMatchObject({ refusal: "METHOD" });
});
