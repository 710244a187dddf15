import { createRequestListener } from "@remix-run/node-fetch-server";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { handleNews, reconcilePayments } from "../../app/domain/payment-updates/payment-updates.server.ts";
import { answerCall, type Payment } from "../../app/domain/payments/payments.server.ts";
import { inetcashKind } from "../../app/domain/payments/providers/inetcash/kind.server.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  balancesOf,
  type Creator,
  confirm,
  createCreator,
  createTipWorld,
  draftTip,
  paymentOf,
  type TipWorld,
} from "../support/money/tip-world.ts";
import { type FakeInetcash, openFakeInetcash } from "../support/providers/inetcash/fake-inetcash.ts";
import { type Listening, listen } from "../support/providers/listening.ts";

const SECRET = "not-a-secret-of-a-shop-script-0123456789";
const urls = {
  success: (id: string) => `https://tribute.example/payment/success/${id}`,
  failed: (id: string) => `https://tribute.example/payment/failed?payment=${id}`,
};

let database: TestDatabase;
let time: ReturnType<typeof movableClock>;
let world: TipWorld;
let inetcash: FakeInetcash;
let script: Listening;
let creator: Creator;

beforeAll(async () => {
  database = await createTestDatabase();
  time = movableClock(new Date());
  inetcash = await openFakeInetcash({ siteId: "4711" });
  const settings = {
    ...{ INETCASH_SITE_ID: "4711", INETCASH_SECRET: SECRET, INETCASH_URL: inetcash.origin },
    INETCASH_ADDRESSES: "127.0.0.0/8",
  };
  const provider = inetcashKind
    .configure(settings)
    .open({ here: "http://127.0.0.1:9", appSecret: "s".repeat(32) });
  world = { ...createTipWorld(database.db, time), providers: createProviders([provider]) };
  script = await listen(
    createRequestListener(async (request) => {
      const { searchParams: query, pathname } = new URL(request.url);
      const call = { secret: pathname.slice(1), query, address: "127.0.0.1", now: world.clock() };
      const answered = await answerCall(world, provider, call, urls);
      if (answered.outcome !== "answered") return new Response(null, { status: 404 });
      return new Response(answered.reply.body, { status: answered.reply.status });
    }),
  );
  inetcash.scriptAt(`${script.origin}/${SECRET}`);
  creator = await createCreator(world, { username: "joerdis" });
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await Promise.all([script?.close(), inetcash?.close()]);
  await database?.drop();
});

async function begin(): Promise<{ payment: Payment; page: string }> {
  const paymentId = world.newId();
  const outcome = await confirm(world, await draftTip(world, creator, { country: "DE" }), { paymentId });
  if (outcome.outcome !== "pay") throw new Error(outcome.outcome);
  const opened = await fetch(outcome.redirect_url, { redirect: "manual" });
  return { payment: await paymentOf(world, paymentId), page: opened.headers.get("Location") ?? "" };
}

async function press(page: string, how: "pay" | "fail" | "cancel"): Promise<string | null> {
  const body = new URLSearchParams({ how });
  return (await fetch(page, { method: "POST", body, redirect: "manual" })).headers.get("Location");
}

async function hear(): Promise<string[]> {
  const open = await world.db
    .selectFrom("provider_webhook_events")
    .select("id")
    .where("handled_at", "is", null)
    .orderBy("received_at")
    .execute();
  const outcomes: string[] = [];
  for (const { id } of open) outcomes.push(await handleNews(world, id));
  return outcomes;
}

it("a tip by INET-CASH is of our own amount, and paid once, however often its result is told", async () => {
  const before = (await balancesOf(world, creator)).creator_pending ?? 0;
  const { payment, page } = await begin();
  const shopid = payment.provider_ref ?? "";
  expect(shopid).toMatch(/^[0-9a-f]{32}$/);
  expect(inetcash.asked.get(shopid)).toMatchObject({ betrag: payment.charged_minor, cur: "eur", land: "DE" });
  expect(await press(page, "pay")).toBe(urls.success(payment.id));
  expect(await inetcash.repeat(shopid)).toBe(`OK;${urls.success(payment.id)}`);
  expect(await hear()).toEqual(["settled"]);
  expect(await inetcash.repeat(shopid)).toBe(`OK;${urls.success(payment.id)}`);
  expect(await hear()).toEqual([]);
  expect((await paymentOf(world, payment.id)).status).toBe("SUCCESS");
  expect((await balancesOf(world, creator)).creator_pending).toBe(before + payment.amount_minor);
  // It asks again, and learns no amount any more.
  expect((await fetch(`${script.origin}/${SECRET}?art=request&shopid=${shopid}`)).status).toBe(410);
});

it("a payment that INET-CASH tells the failure of has its code put down, and may be paid late", async () => {
  const { payment, page } = await begin();
  expect(await press(page, "fail")).toBe(urls.failed(payment.id));
  expect(await hear()).toEqual(["failed"]);
  const { detail } = await world.db
    .selectFrom("payment_events")
    .select("detail")
    .where("payment_id", "=", payment.id)
    .where("kind", "=", "failed")
    .executeTakeFirstOrThrow();
  expect(detail).toMatchObject({ failure_code: "1305" });
  await press(page, "pay");
  expect(await hear()).toEqual(["settled"]);
});

it("a payment that was called off at INET-CASH, and one that it says nothing of for a day, end", async () => {
  const [off, silent] = [await begin(), await begin()];
  expect(await press(off.page, "cancel")).toBe(urls.failed(off.payment.id));
  await hear();
  expect(await paymentOf(world, off.payment.id)).toMatchObject({
    status: "FAILED",
    failure_reason: "cancelled",
  });
  time.passSeconds(25 * 3600);
  await reconcilePayments(world);
  expect(await paymentOf(world, silent.payment.id)).toMatchObject({
    status: "FAILED",
    failure_reason: "expired",
  });
});

it("who does not know the secret, or names no payment of ours, changes nothing", async () => {
  const { payment } = await begin();
  const query = `art=result&errcod=0&traceno=1&belegnr=2&shopid=${payment.provider_ref}`;
  expect((await fetch(`${script.origin}/${SECRET}x?${query}`)).status).toBe(404);
  expect((await fetch(`${script.origin}/${SECRET}?${query}0`)).status).toBe(404);
  expect(await hear()).toEqual([]);
  expect((await paymentOf(world, payment.id)).status).toBe("REDIRECTED");
});
