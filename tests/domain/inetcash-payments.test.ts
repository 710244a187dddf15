import { afterAll, afterEach, expect } from "vitest";
import { reconcilePayments } from "../../app/domain/payment-updates/handle-events.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  INETCASH_SECRET,
  type InetcashShop,
  openInetcashShop,
  inetcashUrls as urls,
} from "../support/money/inetcash-shop.ts";
import {
  balancesOf,
  type Creator,
  createCreator,
  paymentOf,
  type TipWorld,
} from "../support/money/tip-world.ts";
import type { FakeInetcash } from "../support/providers/inetcash/fake-inetcash.ts";

let shop: InetcashShop;
let world: TipWorld;
let inetcash: FakeInetcash;
let creator: Creator;

it.beforeAll(async ({ database }) => {
  shop = await openInetcashShop(database);
  ({ world, inetcash } = shop);
  creator = await createCreator(world, { username: "joerdis" });
});
afterEach(() => expectCleanBooks(world.db, world.clock()));
afterAll(async () => {
  await shop?.close();
});

const begin = () => shop.begin(creator);
const { press, hear } = {
  press: (...given: Parameters<InetcashShop["press"]>) => shop.press(...given),
  hear: () => shop.hear(),
};

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
  expect((await fetch(`${shop.scriptOrigin}/${INETCASH_SECRET}?art=request&shopid=${shopid}`)).status).toBe(
    410,
  );
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
  world.time.passSeconds(25 * 3600);
  await reconcilePayments(world);
  expect(await paymentOf(world, silent.payment.id)).toMatchObject({
    status: "FAILED",
    failure_reason: "expired",
  });
});

it("who does not know the secret, or names no payment of ours, changes nothing", async () => {
  const { payment } = await begin();
  const query = `art=result&errcod=0&traceno=1&belegnr=2&shopid=${payment.provider_ref}`;
  expect((await fetch(`${shop.scriptOrigin}/${INETCASH_SECRET}x?${query}`)).status).toBe(404);
  expect((await fetch(`${shop.scriptOrigin}/${INETCASH_SECRET}?${query}0`)).status).toBe(404);
  expect(await hear()).toEqual([]);
  expect((await paymentOf(world, payment.id)).status).toBe("REDIRECTED");
});

it("a result by the name of another payment's is not taken, and INET-CASH is not told that it was", async () => {
  const [one, other] = [await begin(), await begin()];
  await press(one.page, "pay");
  expect(await hear()).toEqual(["settled"]);
  const url = new URL(inetcash.calls.at(-1)?.url ?? "");
  url.searchParams.set("shopid", other.payment.provider_ref ?? "");
  expect((await fetch(url)).ok).toBe(false);
  expect(await hear()).toEqual([]);
  expect((await paymentOf(world, other.payment.id)).status).toBe("REDIRECTED");
});

it("a result that says something twice is not believed: the shopid comes by the fan's browser", async () => {
  const { payment, page } = await begin();
  await press(page, "fail");
  await hear();
  const { search } = new URL(inetcash.calls.at(-1)?.url ?? "");
  const more = `shopid=${payment.provider_ref}&errcod=0&traceno=1&belegnr=2`;
  for (const query of [`${search}&${more}`, `?${more}&${search.slice(1)}`, `?art=result&${more}&errcod=1305`])
    expect((await fetch(`${shop.scriptOrigin}/${INETCASH_SECRET}${query}`)).ok).toBe(false);
  expect(await hear()).toEqual([]);
  expect((await paymentOf(world, payment.id)).status).toBe("FAILED");
});
