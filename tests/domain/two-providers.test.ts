import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { trialBalance } from "../../app/domain/ledger/ledger-reports.server.ts";
import { processRefund, reconcilePayments } from "../../app/domain/payment-updates/handle-events.server.ts";
import { receiveWebhook } from "../../app/domain/payments/provider-events.server.ts";
import { type Providers, ProviderUnavailable } from "../../app/domain/payments/provider-port.ts";
import { createProviders, PROVIDER_KINDS } from "../../app/domain/payments/providers/providers.server.ts";
import { importSettlement } from "../../app/domain/payments/settlements/settlement-import.server.ts";
import {
  listSettlementExceptions,
  listSettlements,
} from "../../app/domain/payments/settlements/settlement-queries.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { createSandboxWorld, movableClock, type SandboxWorld } from "../support/money/sandbox-world.ts";
import { scriptedProvider } from "../support/money/scripted-provider.ts";
import { settlementFile } from "../support/money/settlement-files.ts";
import {
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  earnBefore,
  handleOpenEvents,
  paymentOf,
  type TipWish,
  type TipWorld,
} from "../support/money/tip-world.ts";
import { secondSandboxKind } from "../support/second-sandbox/kind.ts";

/** The list of this test: its own provider has one line more in it. */
const KINDS = [secondSandboxKind, ...PROVIDER_KINDS.filter(({ name }) => name === "sandbox")];

const HELD_MINOR = 1_000_00;
let databases: TestDatabase[];
let sandboxes: Record<"sandbox" | "second", SandboxWorld>;
let world: TipWorld;
let webhooks: Server;
let origin: string;
let creator: Creator;

/** Two sandboxes, each with its own database and keys, joined by HTTP to a product that prefers the second one. */
beforeAll(async () => {
  databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [ours, theirs] = databases;
  if (!ours || !theirs) throw new Error("no databases");
  const clock = movableClock();
  sandboxes = {
    sandbox: await createSandboxWorld(ours.db, "sandbox", clock),
    second: await createSandboxWorld(theirs.db, "second", clock),
  };
  const { sandbox, second } = sandboxes;
  const environment = {
    SANDBOX_API_URL: sandbox.door.apiUrl,
    SANDBOX_API_KEY: sandbox.door.apiKey,
    SANDBOX_NOTICE_SECRET: sandbox.door.noticeSecret,
    SECOND_API_URL: second.door.apiUrl,
    SECOND_API_KEY: second.door.apiKey,
    SECOND_NOTICE_SECRET: second.door.noticeSecret,
  };
  const surroundings = { here: "http://127.0.0.1:9", appSecret: "s".repeat(32) };
  const providers = createProviders(KINDS.map((kind) => kind.configure(environment).open(surroundings)));
  world = { ...createTipWorld(ours.db, clock), providers };
  await earnBefore(world, "EUR", HELD_MINOR);
  webhooks = createServer(createRequestListener((request) => receive(providers, request)));
  webhooks.listen(0, "127.0.0.1");
  await once(webhooks, "listening");
  const address = webhooks.address();
  if (address === null || typeof address === "string") throw new Error("the webhook has no port");
  origin = `http://127.0.0.1:${address.port}`;
  creator = await createCreator(world, { username: "joerdis" });
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  for (const each of Object.values(sandboxes)) await each.close();
  webhooks.close();
  for (const database of databases) await database.drop();
});

async function receive(providers: Providers, request: Request): Promise<Response> {
  const provider = providers.find(new URL(request.url).pathname.split("/").at(-1) ?? "");
  if (!provider) return new Response(null, { status: 404 });
  const notice = { body: await request.bytes(), headers: request.headers, now: world.clock() };
  const { outcome } = await receiveWebhook(world, provider, notice);
  return new Response(null, { status: outcome === "refused" ? 400 : 204 });
}

/** Begins a tip and pays it on the page that the fan was sent to. Returns its payment. */
async function pay(wish: Partial<TipWish>, number = "4242 4242 4242 4242", receiver = creator) {
  const tipId = await draftTip(world, receiver, wish);
  const paymentId = world.newId();
  const noticeUrl = (provider: string) => `${origin}/webhooks/${provider}`;
  const outcome = await confirm(world, tipId, { paymentId, noticeUrl });
  if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
  const { provider } = await paymentOf(world, paymentId);
  const page = new URL(outcome.redirect_url).pathname.split("/").at(-1) ?? "";
  const fields = { number, expiry: "12 / 29", cvc: "123", holder: "Ada Muster" };
  const { sandbox } = provider === "second" ? sandboxes.second : sandboxes.sandbox;
  expect(await sandbox.pay(page, fields)).toMatchObject({ outcome: "returned" });
  return paymentId;
}

/** Lets time pass at both; what they have to say is delivered and handled, as the jobs do. */
async function pass(seconds: number): Promise<string[]> {
  world.time.passSeconds(seconds);
  for (const each of Object.values(sandboxes)) await each.sandbox.runDueWork();
  return await handleOpenEvents(world);
}

/** What each provider holds for us, by the books. */
async function clearings(): Promise<Record<string, number>> {
  const rows = (await trialBalance(world.db)).filter(({ code }) => code === "psp_clearing");
  return Object.fromEntries(rows.map(({ owner, balance_minor }) => [owner, balance_minor]));
}

it("two providers are paid beside each other, refunded, disputed and settled, each with books of its own", async () => {
  const german = await pay({ amount: 50_00, country: "DE" });
  const french = await pay({ amount: 50_00, country: "FR" });
  const disputed = await pay({ amount: 10_00, country: "DE" }, "4000 0000 0000 0259");
  expect(await Promise.all([german, french, disputed].map((id) => paymentOf(world, id)))).toMatchObject([
    { provider: "second" },
    { provider: "sandbox" },
    { provider: "second" },
  ]);
  expect(await pass(0)).toEqual(["settled", "settled", "settled"]);
  expect(await clearings()).toEqual({ scripted: HELD_MINOR, second: 55_95 + 11_19, sandbox: 56_00 });

  // A part of each goes back by whoever took it.
  const refunds = new Map<string, string>();
  for (const id of [german, french]) {
    const payment = await paymentOf(world, id);
    refunds.set(id, await refund(world, payment, by(creator), 10_00));
    const snapshot = await world.providers.get(payment.provider).fetch(payment.provider_ref ?? "");
    expect(snapshot?.refunds).toMatchObject([{ state: "DONE" }]);
  }
  expect(await clearings()).toMatchObject({ second: 55_95 + 11_19 - 11_19, sandbox: 56_00 - 11_20 });

  await pass(600);
  await pass(600);
  expect(await paymentOf(world, disputed)).toMatchObject({ status: "CHARGEBACK" });
  expect(await clearings()).toMatchObject({ second: 55_95 - 11_19, sandbox: 56_00 - 11_20 });
  expect(await balancesOf(world, creator)).toEqual({ creator_pending: 80_00 });

  const operator_id = await makeOperator(world);
  for (const [id, gross, back, transfer] of [
    [german, "55.95", "11.19", "44.06"],
    [french, "56.00", "11.20", "44.10"],
  ] as const) {
    const { provider, provider_ref: payment } = await paymentOf(world, id);
    world.time.passSeconds(1);
    const bytes = settlementFile(
      { event: "1", kind: "PAYMENT", payment, gross, fee: "0.70" },
      { event: "2", kind: "REFUND", payment, reference: refunds.get(id) ?? "", gross: back },
      { event: "3", kind: "TRANSFER", reference: `TR-${provider}`, gross: transfer },
    );
    expect(await importSettlement(world, { provider, bytes, operator_id })).toMatchObject({
      ...{ outcome: "imported", exceptions: 0 },
    });
  }
  expect(await clearings()).toEqual({ scripted: HELD_MINOR, second: 0, sandbox: 0 });
  expect((await listSettlements(world.db, world.clock())).settlements).toMatchObject([
    { provider: "sandbox", open_exceptions: 0 },
    { provider: "second", open_exceptions: 0 },
  ]);
});

it("the same money named in the other provider's file belongs to none of its payments", async () => {
  const { provider_ref } = await paymentOf(world, await pay({ country: "DE" }));
  await pass(0);
  const bytes = Buffer.from(`currency,gross,fee,reference\nEUR,1.00,0.00,${provider_ref}`);
  world.time.passSeconds(1);
  const file = { provider: "sandbox", bytes, operator_id: await makeOperator(world) };
  expect(await importSettlement(world, file)).toMatchObject({ exceptions: 1 });
  const [exception] = await listSettlementExceptions(world.db, world.clock());
  expect(exception).toMatchObject({ reason: "unknown_payment", event: { payment_ref: provider_ref } });
});

it("a notice that one provider signed is refused at the other's address, and an unknown provider has no address", async () => {
  const payment = await paymentOf(world, await pay({ country: "DE" }));
  const body = JSON.stringify({ event_id: "x", payment_ref: payment.provider_ref, payment_id: payment.id });
  const t = Math.floor(world.clock().getTime() / 1000);
  const signed = createHmac("sha256", sandboxes.second.door.noticeSecret)
    .update(`${t}.${body}`)
    .digest("hex");
  const send = (name: string) =>
    fetch(`${origin}/webhooks/${name}`, {
      method: "POST",
      headers: { "Tribute-Sandbox-Signature": `t=${t},v1=${signed}` },
      body,
    });
  expect((await send("sandbox")).status).toBe(400);
  expect((await send("third")).status).toBe(404);
  await pass(0);
});

it("money that matches no payment goes back by the provider that took it", async () => {
  const locked = await createCreator(world);
  const payment = await paymentOf(world, await pay({ amount: 20_00, country: "DE" }, undefined, locked));
  await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", locked.id).execute();
  const before = await clearings();
  expect(await pass(0)).toEqual(["refunding_receiver_cannot_receive"]);
  expect(await clearings()).toEqual({ ...before, second: (before.second ?? 0) + payment.charged_minor });
  const { id } = await world.db
    .selectFrom("refunds")
    .select("id")
    .where("payment_id", "=", payment.id)
    .executeTakeFirstOrThrow();
  await processRefund(world, id);
  expect(await clearings()).toEqual(before);
});

describe("a list of providers", () => {
  const offers = (currency: string, country: string) =>
    Object.fromEntries(
      [...world.providers.offers(currency, country)].map(([type, { name }]) => [type, name]),
    );

  it("a list of providers lets the first that offers a way to pay serve it", () => {
    expect(offers("EUR", "DE")).toEqual({
      ...{ INETCASH_CC: "second", INETCASH_DB: "sandbox" },
      ...{ INETCASH_OB: "sandbox", INETCASH_DD: "sandbox" },
    });
    expect(offers("EUR", "FR")).toMatchObject({ INETCASH_CC: "sandbox" });
    expect(offers("GBP", "DE")).toEqual({ INETCASH_CC: "sandbox", INETCASH_DB: "sandbox" });
  });

  it("a list of providers with routes gives a way to pay to one of them alone, for a currency or for all", () => {
    const routes = new Map([
      ["INETCASH_CC", "sandbox"],
      ["INETCASH_CC/EUR", "second"],
    ]);
    const routed = createProviders(world.providers.all, routes);
    const named = (currency: string, country: string) =>
      Object.fromEntries([...routed.offers(currency, country)].map(([type, { name }]) => [type, name]));
    expect(named("EUR", "DE")).toMatchObject({ INETCASH_CC: "second", INETCASH_DB: "sandbox" });
    // It alone serves it, and does so in Germany alone.
    expect(named("EUR", "FR")).not.toHaveProperty("INETCASH_CC");
    expect(named("GBP", "DE")).toMatchObject({ INETCASH_CC: "sandbox", INETCASH_DB: "sandbox" });
  });

  it("a list of providers has each name once, and refuses an unknown name", () => {
    const one = scriptedProvider(world.clock);
    expect(() => createProviders([one, scriptedProvider(world.clock)])).toThrow(/one name/);
    expect(createProviders([one]).find("second")).toBeNull();
    expect(() => createProviders([one]).get("second")).toThrow(ProviderUnavailable);
  });
});

it("a provider that is away, or not set up any more, holds up the look-ups of no other", async () => {
  const away = productRules.reconcile.silences_maximum + 2;
  for (let count = 0; count < away; count += 1) await pay({ country: "DE" });
  const french = await pay({ country: "FR" });
  // Their notices are lost.
  world.time.passSeconds(3600);
  const left = { ...world, providers: createProviders(world.providers.all.filter(isSandbox)) };
  const { failed } = await reconcilePayments(left);
  expect(failed).toHaveLength(productRules.reconcile.silences_maximum);
  expect(await paymentOf(world, french)).toMatchObject({ status: "SUCCESS" });
  await reconcilePayments(world);
  await pass(0);
});

const isSandbox = ({ name }: { name: string }) => name === "sandbox";
