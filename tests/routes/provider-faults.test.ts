import { sql } from "kysely";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createShopIds } from "../../app/domain/payments/providers/inetcash.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import {
  goToProvider,
  payersCookie,
  prepareTip,
  seenCharge,
  type WireFan,
  wireFan,
} from "../support/http/http-client.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import {
  type JoinedProduct,
  SHOP,
  STRIPE_KEYS,
  startJoinedProduct,
} from "../support/providers/joined-product.ts";
import type { Fault, WeakLine } from "../support/providers/weak-line.ts";

// Providers that are slow, broken, silent, early, late or wrong: nothing is lost, nothing is doubled, no page hangs.

type Name = "stripe" | "inetcash";
const TYPES = { stripe: "INETCASH_CC", inetcash: "INETCASH_DB" } as const;
const NAMES: readonly Name[] = ["stripe", "inetcash"];

let joined: JoinedProduct;
let lines: Record<Name, WeakLine>;
let fan: WireFan;

beforeAll(async () => {
  const routes = "INETCASH_CC=stripe, INETCASH_DB=inetcash";
  joined = await startJoinedProduct({ PAYMENT_ROUTES: routes }, { weak: true });
  if (!joined.lines) throw new Error("the lines are not there");
  lines = joined.lines;
  fan = wireFan("en", {}, joined.url);
});
afterAll(async () => {
  try {
    if (joined) await expectCleanBooks(joined.db, new Date());
  } finally {
    await joined?.stop();
  }
});

const prepare = (name: Name) => prepareTip(fan, { type: TYPES[name] });

async function post(tip: string, charged_minor: string) {
  return await fan.post(`${tip}/summary`, { charged_minor });
}

/** The one payment of a tip: of more than one nobody knows which is meant. */
async function paymentOf(tip: string) {
  const payments = await joined.db
    .selectFrom("payments")
    .select(["id", "status", "provider", "provider_ref", "charged_minor", "charged_currency"])
    .where("tip_id", "=", tipIdOf(`${tip}/summary`))
    .execute();
  expect(payments).toHaveLength(1);
  const [payment] = payments;
  if (!payment) throw new Error("there is no payment");
  return payment;
}

const comesTo = (tip: string, status: string) =>
  eventually(`the payment is ${status}`, async () => {
    await hurryJobs();
    return (await paymentOf(tip)).status === status;
  });

/** What the jobs of notices came to, in their order. */
async function outcomesOf({ id }: { id: string }): Promise<(string | null)[]> {
  const news = joined.db.selectFrom("provider_webhook_events").select("outcome").where("payment_id", "=", id);
  await eventually("all news is handled", async () => {
    await hurryJobs();
    const told = await news.execute();
    return told.length > 0 && told.every(({ outcome }) => outcome !== null);
  });
  return (await news.orderBy("handled_at").execute()).map(({ outcome }) => outcome);
}

/** A failed job is tried again after some seconds: they are over. */
async function hurryJobs(): Promise<void> {
  await sql`update pgboss.job set start_after = now()
    where name in ('payments.notice', 'payments.refund') and state = 'retry' and start_after > now()`.execute(
    joined.db,
  );
}

/** The fan pays on the provider's page, whatever we know of it. */
async function pay(payment: { id: string }): Promise<void> {
  const press = (page: string, how: string) =>
    fetch(page, { method: "POST", body: new URLSearchParams({ how }), redirect: "manual" });
  const [page] = pagesAtStripe(payment);
  const query = `shopid=${shopIdOf(payment)}&lang=en&zahlart=db`;
  const start = `${joined.inetcash.origin}/mc/shop/start/${SHOP.siteId}?${query}`;
  const end = page
    ? await press(`${joined.stripe.origin}/c/pay/${page.id}`, "paid")
    : await press((await fetch(start, { redirect: "manual" })).headers.get("Location") ?? "", "pay");
  expect(end.headers.get("Location")).toBe(`${joined.url}/payment/success/${payment.id}`);
}

const pagesAtStripe = ({ id }: { id: string }) =>
  [...joined.stripe.books.pages.values()].filter(({ form }) => form.client_reference_id === id);

const shopIdOf = ({ id }: { id: string }) => createShopIds(TEST_SECRETS.APP_SECRET).toShopId(id);

describe.for(NAMES)("%s", (name) => {
  test.for<Fault>(["failure", "rate_limit", "lost_answer", "nonsense"])(
    "a tip whose beginning ends in a %s is begun by the next try, once",
    async (fault) => {
      const tip = await prepare(name);
      const charged = await seenCharge(fan, tip);
      lines[name].failNext(fault);
      const refused = await post(tip, charged);
      // An answer that was lost may be found by asking once more.
      if (refused.status !== 303) {
        expect(refused.status).toBe(503);
        expect(refused.text).toContain("is not answering, and no money has moved");
        expect(await paymentOf(tip)).toMatchObject({ status: "CREATED", provider: name });
      }
      await goToProvider(fan, tip);
      const payment = await paymentOf(tip);
      expect(payment.status).toBe("REDIRECTED");
      if (name === "stripe") expect(pagesAtStripe(payment)).toHaveLength(1);
      await pay(payment);
      await comesTo(tip, "SUCCESS");
      expect(await outcomesOf(payment)).toEqual(["settled"]);
    },
  );

  test("a tip that is paid before we heard where counts, and who begins it again is led to what is paid", async () => {
    const tip = await prepare(name);
    const charged = await seenCharge(fan, tip);
    lines[name].failNext("nonsense");
    expect((await post(tip, charged)).status).toBe(503);
    const payment = await paymentOf(tip);
    expect(payment).toMatchObject({ status: "CREATED", provider_ref: null });
    await pay(payment);
    await comesTo(tip, "SUCCESS");
    const again = await post(tip, charged);
    expect(again.headers.location).toContain(`/payment/success/${payment.id}`);
    expect((await paymentOf(tip)).provider_ref).not.toBeNull();
  });
});

test("while all providers hang, each page is there after one question at most, and says so; afterwards each is paid once", async () => {
  const [open, fresh] = [await Promise.all(NAMES.map(prepare)), await Promise.all(NAMES.map(prepare))];
  const cookies = new Map<Name, { Cookie: string }>();
  for (const [place, name] of NAMES.entries()) {
    await goToProvider(fan, open[place] ?? "");
    cookies.set(name, payersCookie(fan));
  }
  const charges = await Promise.all(fresh.map((tip) => seenCharge(fan, tip)));
  const before = NAMES.map((name) => lines[name].calls.length);
  for (const name of NAMES) lines[name].hang(true);
  await Promise.all(
    NAMES.map(async (name, place) => {
      const [begun = "", tip = ""] = [open[place], fresh[place]];
      const { id } = await paymentOf(begun);
      const quiet = ["/joerdis", `${begun}/payment`, `${begun}/summary`, `/payment/success/${id}`];
      for (const path of quiet) expect((await fan.get(path)).status, path).toBeLessThan(400);
      const [failed, posted] = await Promise.all([
        fan.get(`/payment/failed?payment=${id}`, cookies.get(name)),
        post(tip, charges[place] ?? ""),
      ]);
      expect(failed.text).toContain("No result yet.");
      expect(posted.status).toBe(503);
      expect(posted.text).toContain("is not answering, and no money has moved");
    }),
  );
  // Of Stripe how the open one stands, and a page; INET-CASH knows no other question than for a page.
  expect(NAMES.map((name, place) => lines[name].calls.length - (before[place] ?? 0))).toEqual([2, 1]);

  for (const name of NAMES) lines[name].hang(false);
  for (const tip of fresh) await goToProvider(fan, tip);
  for (const tip of [...open, ...fresh]) await pay(await paymentOf(tip));
  for (const tip of [...open, ...fresh]) {
    await comesTo(tip, "SUCCESS");
    expect(await outcomesOf(await paymentOf(tip))).toEqual(["settled"]);
  }
});

test.for<Fault>(["failure", "rate_limit"])(
  "a notice whose look-up ends in a %s is handled by the next try, once",
  async (fault) => {
    const tip = await prepare("stripe");
    await goToProvider(fan, tip);
    const payment = await paymentOf(tip);
    lines.stripe.failNext(fault, "GET");
    await pay(payment);
    await comesTo(tip, "SUCCESS");
    expect(await outcomesOf(payment)).toEqual(["settled"]);
  },
);

test.for([
  ["amount", 100, "eur"],
  ["currency", 560, "usd"],
] as const)(
  "money in another %s than was asked for credits nobody, and goes back",
  async ([, amount, currency]) => {
    const tip = await prepare("stripe");
    await goToProvider(fan, tip);
    const payment = await paymentOf(tip);
    const [page] = pagesAtStripe(payment);
    const [item] = page?.form.line_items ?? [];
    if (!page || !item) throw new Error("Stripe has no page of it");
    Object.assign(item.price_data, { unit_amount: amount, currency });
    await pay(payment);
    expect(await outcomesOf(payment)).toContain("refunding_other_amount");
    await eventually("the money is back", async () => {
      await hurryJobs();
      const refunds = await joined.db
        .selectFrom("refunds")
        .select("status")
        .where("payment_id", "=", payment.id)
        .execute();
      return refunds.length > 0 && refunds.every(({ status }) => status === "DONE");
    });
    expect(page.intent?.refunds.map((refund) => refund.amount)).toEqual([amount]);
    const { paid_at } = await joined.db
      .selectFrom("tips")
      .select("paid_at")
      .where("id", "=", tipIdOf(`${tip}/summary`))
      .executeTakeFirstOrThrow();
    expect(paid_at).toBeNull();
  },
);

test("Stripe's notices that come twice, at once, late and in any order settle once", async () => {
  const tip = await prepare("stripe");
  await goToProvider(fan, tip);
  const payment = await paymentOf(tip);
  await pay(payment);
  await comesTo(tip, "SUCCESS");
  const send = async (id: string, type: string) => {
    const metadata = { payment_id: payment.id };
    const object = { id: payment.provider_ref, client_reference_id: payment.id, metadata };
    const payload = JSON.stringify({ id, type, data: { object } });
    const secret = STRIPE_KEYS.webhookSecret;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { "Stripe-Signature": signature, "Content-Type": "application/json" };
    return (await fan.send("POST", "/webhooks/stripe", payload, headers)).status;
  };
  const kinds = ["completed", "expired", "async_payment_failed", "async_payment_succeeded", "completed"];
  for (const [place, kind] of kinds.entries()) {
    const sent = [1, 2, 3].map(() => send(`evt_test_${payment.id}_${place}`, `checkout.session.${kind}`));
    expect((await Promise.all(sent)).sort()).toEqual([200, 200, 202]);
  }
  const outcomes = await outcomesOf(payment);
  expect(outcomes).toEqual(["settled", ...kinds.map(() => "unchanged")]);
  expect((await paymentOf(tip)).status).toBe("SUCCESS");
});

test("INET-CASH's results that come twice, at once, late and in any order settle once", async () => {
  const tip = await prepare("inetcash");
  await goToProvider(fan, tip);
  const payment = await paymentOf(tip);
  const call = async (query: string) => {
    const { status, text } = await fan.get(
      `/webhooks/inetcash/${SHOP.secret}?shopid=${shopIdOf(payment)}&${query}`,
    );
    return [status, text];
  };
  const failed = [200, `OK;${joined.url}/payment/failed?payment=${payment.id}`];
  const success = [200, `OK;${joined.url}/payment/success/${payment.id}`];
  expect(await call("art=result&errcod=1305&traceno=7&belegnr=")).toEqual(failed);
  await comesTo(tip, "FAILED");
  // The page was still open: a second try is told late.
  expect(await call("art=result&errcod=0&traceno=8&belegnr=9")).toEqual(success);
  await comesTo(tip, "SUCCESS");
  const again = await Promise.all([1, 2, 3].map(() => call("art=result&errcod=0&traceno=8&belegnr=9")));
  expect(again).toEqual([success, success, success]);
  expect(await call("art=cancel")).toEqual(failed);
  expect(await call("art=result&errcod=1305&traceno=7&belegnr=")).toEqual(failed);
  expect(await call("art=request")).toEqual([410, "this payment is over"]);
  expect(await outcomesOf(payment)).toEqual(["failed", "settled", "unchanged"]);
  expect((await paymentOf(tip)).status).toBe("SUCCESS");
});
