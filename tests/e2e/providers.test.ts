import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PaymentType } from "../../app/domain/payments/provider-port.ts";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { type Circumstances, open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSummary } from "../support/browser/fan-at-summary.ts";
import { chooseCard, fillVoucher, readShownCode } from "../support/browser/voucher-buyer.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import {
  CREATOR,
  choosePayment,
  confirm,
  failed,
  giveAmount,
  leaveWords,
  payAtOnce,
  payWith,
  step,
  thanked,
} from "../support/http/fan.ts";
import { type JoinedProduct, startJoinedProduct } from "../support/providers/joined-product.ts";

// Fans pay at three providers of one product, each in its way, on their pages and back.

const ROUTES = "INETCASH_CC=stripe, INETCASH_DB=inetcash, INETCASH_OB=sandbox, INETCASH_DD=stripe";
const AT_STRIPE = "**/c/pay/*";
const AT_INETCASH = "**/mc/shop/pay/*";

let joined: JoinedProduct;
beforeAll(async () => {
  joined = await startJoinedProduct({ PAYMENT_ROUTES: ROUTES });
});
afterAll(async () => {
  try {
    if (joined) await expectCleanBooks(joined.db, new Date());
  } finally {
    await joined?.stop();
  }
});

const come = (circumstances: Circumstances) =>
  open(circumstances, { url: joined.url, address: "198.51.100.1" });

/** A fan at the summary of a tip, whose way to pay is served by one of the three. */
async function atSummary(circumstances: Circumstances, type: PaymentType): Promise<Visitor> {
  const visitor = await come(circumstances);
  await openSummary(visitor, { type, email: "ida@fans.example" }, joined.url);
  return visitor;
}

/** On a page of Stripe's or INET-CASH's fakes: their buttons have no language. */
const press = ({ page }: Visitor, how: string) =>
  page.getByRole("button", { name: how, exact: true }).click();

/**
 * What a provider told is taken in, and the fan looks again: a page without script does so by itself, some seconds later,
 * which other tests wait for (ways-to-pay.test.ts).
 */
async function hear({ page }: Visitor, status: string): Promise<void> {
  await page.waitForURL(/\/payment\/(success|failed)/);
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url())?.[0] ?? "";
  const payment = joined.db.selectFrom("payments").select("status").where("id", "=", id);
  await eventually(
    `the payment is ${status}`,
    async () => (await payment.executeTakeFirst())?.status === status,
  );
  // The page may renew itself meanwhile.
  await page.goto(page.url());
}

async function paymentsOf(summary: string) {
  return await joined.db
    .selectFrom("payments")
    .select(["id", "provider", "provider_ref", "status"])
    .where("tip_id", "=", tipIdOf(summary))
    .orderBy("created_at")
    .execute();
}

const WALLETS = ["Apple Pay", "Google Pay", "Link"];

describe.for(TWO_WAYS)("three providers, script $script, $locale, $width px", (circumstances) => {
  test("a card tip goes by Stripe's page, whose wallets the payment step names, to thank you", async () => {
    const visitor = await come(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    for (const wallet of WALLETS) await page.getByText(wallet, { exact: true }).waitFor();
    await giveAmount(visitor, "5");
    await leaveWords(visitor, { name: "Ida", message: "Das Lied mit dem Regen!" });
    for (const wallet of WALLETS) await page.getByText(wallet, { exact: true }).waitFor();
    // The sandbox is preferred, and a card is what most fans pay with.
    const ways = await page
      .locator("input[type=radio]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("value")));
    expect(ways).toEqual(["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"]);
    await visitor.looksRight();
    await choosePayment(visitor, { email: "ida@fans.example" });
    for (const wallet of WALLETS) await page.getByText(wallet, { exact: true }).waitFor();
    await confirm(visitor, AT_STRIPE);
    expect(await page.getAttribute("html", "lang")).toBe(circumstances.locale);
    await page.getByRole("heading", { name: "560 eur" }).waitFor();
    await press(visitor, "paid");
    await hear(visitor, "SUCCESS");
    await thanked(visitor);
    await visitor.looksRight();
    // It knows its payer, though it came from another site.
    await page.getByRole("link", { name: t("result:success.receipt") }).click();
    await page.waitForURL("**/receipt/*");
  });

  test("an instant transfer goes by INET-CASH's page to thank you", async () => {
    const visitor = await atSummary(circumstances, "INETCASH_DB");
    await confirm(visitor, AT_INETCASH);
    await visitor.page.getByRole("heading", { name: "INET-CASH instant transfer: 5.60 EUR" }).waitFor();
    await press(visitor, "pay");
    await hear(visitor, "SUCCESS");
    await thanked(visitor);
    await visitor.page.getByRole("link", { name: visitor.t("result:success.receipt") }).waitFor();
  });

  test("a bank transfer goes by the sandbox beside them", async () => {
    const visitor = await atSummary(circumstances, "INETCASH_OB");
    await confirm(visitor);
    await payWith(visitor, "INETCASH_OB", "success");
    await hear(visitor, "SUCCESS");
    await thanked(visitor);
  });

  test("a card that Stripe's page declines is not paid yet, and the same page takes another", async () => {
    const visitor = await atSummary(circumstances, "INETCASH_CC");
    const { page, t } = visitor;
    const summary = page.url();
    await confirm(visitor, AT_STRIPE);
    const first = page.url();
    await press(visitor, "declined");
    await page.getByText("It was declined.").waitFor();
    await page.getByRole("link", { name: "Back" }).click();
    await failed(visitor, "failed.unpaidHeading");
    await page.getByText(t("result:failed.money")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("result:failed.again") }).click();
    await page.waitForURL(step("summary"));
    await confirm(visitor, AT_STRIPE);
    expect(page.url()).toBe(first);
    await press(visitor, "paid");
    await hear(visitor, "SUCCESS");
    await thanked(visitor);
    expect(await paymentsOf(summary)).toMatchObject([{ provider: "stripe", status: "SUCCESS" }]);
  });

  test("what fails and what is called off at INET-CASH stands on the page of failed payments, and is paid anew", async () => {
    const visitor = await atSummary(circumstances, "INETCASH_DB");
    const { page, t } = visitor;
    const summary = page.url();
    await confirm(visitor, AT_INETCASH);
    await press(visitor, "fail");
    await hear(visitor, "FAILED");
    await failed(visitor);
    await page.getByText(t("result:failed.reasons.declined")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("result:failed.again") }).click();
    await confirm(visitor, AT_INETCASH);
    await press(visitor, "cancel");
    await hear(visitor, "FAILED");
    await failed(visitor, "failed.cancelledHeading");
    await page.getByRole("link", { name: t("result:failed.again") }).click();
    await confirm(visitor, AT_INETCASH);
    await press(visitor, "pay");
    await hear(visitor, "SUCCESS");
    await thanked(visitor);
    const ends = (await paymentsOf(summary)).map(({ status }) => status);
    expect(ends).toEqual(["FAILED", "FAILED", "SUCCESS"]);
  });

  test("a direct debit at Stripe takes its time, and the page that waits says when it is paid", async () => {
    const visitor = await atSummary(circumstances, "INETCASH_DD");
    const { page, t } = visitor;
    await confirm(visitor, AT_STRIPE);
    const ref = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await press(visitor, "under_way");
    await hear(visitor, "PROCESSING");
    await page.getByRole("heading", { name: t("result:waiting.debitHeading") }).waitFor();
    await visitor.looksRight();
    joined.stripe.books.conclude(ref, "paid");
    if (!circumstances.script) await hear(visitor, "SUCCESS");
    await thanked(visitor);
  });

  test("a direct debit that the bank refuses fails at last, and is paid by another provider", async () => {
    const visitor = await atSummary(circumstances, "INETCASH_DD");
    const { page, t } = visitor;
    const summary = page.url();
    await confirm(visitor, AT_STRIPE);
    const ref = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await press(visitor, "under_way");
    await page.getByRole("status").waitFor();
    joined.stripe.books.conclude(ref, "failed");
    await hear(visitor, "FAILED");
    await failed(visitor);
    await page.getByText(t("result:failed.reasons.declined")).waitFor();
    await page.getByRole("link", { name: t("result:failed.another") }).click();
    await page.waitForURL(step("payment"));
    await choosePayment(visitor, { type: "INETCASH_DB" });
    await confirm(visitor, AT_INETCASH);
    await press(visitor, "pay");
    await hear(visitor, "SUCCESS");
    await thanked(visitor);
    expect((await paymentsOf(summary)).map(({ provider }) => provider)).toEqual(["stripe", "inetcash"]);
  });

  test.for<[string, PaymentType, string, string]>([
    ["Stripe", "INETCASH_CC", AT_STRIPE, "paid"],
    ["INET-CASH", "INETCASH_DB", AT_INETCASH, "pay"],
  ])(
    "the button pressed twice, the way back from %s and forth again are one payment",
    async ([, type, where, how]) => {
      const visitor = await atSummary(circumstances, type);
      const { page, t } = visitor;
      const summary = page.url();
      const pay = new RegExp(`^${t("tip:summary.pay", { amount: "@" }).replace("@", ".+")}$`);
      await page.getByRole("button", { name: pay }).dblclick();
      await page.waitForURL(where);
      await page.goBack();
      await page.waitForURL(summary);
      await confirm(visitor, where);
      await press(visitor, how);
      await hear(visitor, "SUCCESS");
      // Who opens the summary again is led to what is paid.
      await visitor.visit(new URL(summary).pathname);
      await thanked(visitor);
      expect(await paymentsOf(summary)).toMatchObject([{ status: "SUCCESS" }]);
    },
  );
});

const PHONE: Circumstances = { script: false, locale: "de", width: 360 };

test("a tip counts by what INET-CASH told, though the fan never comes back from it", async () => {
  const visitor = await atSummary(PHONE, "INETCASH_DB");
  const summary = visitor.page.url();
  await confirm(visitor, AT_INETCASH);
  const body = new URLSearchParams({ how: "pay" });
  const end = await fetch(visitor.page.url(), { method: "POST", body, redirect: "manual" });
  await eventually("the tip is paid", async () =>
    (await paymentsOf(summary)).every(({ status }) => status === "SUCCESS"),
  );
  // Days later by the address that the gateway had been given: in the same browser it is theirs.
  await visitor.visit(new URL(end.headers.get("Location") ?? "").pathname);
  await thanked(visitor);
});

test("a voucher and a tip to a group are paid at Stripe without script", async () => {
  const buyer = await come(PHONE);
  await buyer.visit("/voucher");
  await fillVoucher(buyer, { preset: "25", email: "gift@fans.example" });
  await chooseCard(buyer);
  await confirm(buyer, AT_STRIPE);
  await press(buyer, "paid");
  await hear(buyer, "SUCCESS");
  await readShownCode(buyer);

  const fan = await come(PHONE);
  await fan.visit(`/gl/${DEMO_GROUP.slug}`);
  await giveAmount(fan, "10");
  await leaveWords(fan);
  await choosePayment(fan);
  await confirm(fan, AT_STRIPE);
  await press(fan, "paid");
  await hear(fan, "SUCCESS");
  await thanked(fan, DEMO_GROUP.name);
});

test("the summary's form leads to the chosen provider alone", async () => {
  const { stripe, inetcash } = joined;
  const formAction = async (visitor: Visitor, path: string) => {
    const answer = await visitor.page.goto(path);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy.replace(/form-action[^;]*/, "")).not.toContain("127.0.0.1");
    return policy.split("; ").find((each) => each.startsWith("form-action"));
  };
  const visitor = await atSummary(PHONE, "INETCASH_CC");
  const { page } = visitor;
  expect(await formAction(visitor, page.url())).toBe(`form-action 'self' ${stripe.origin}`);
  expect(await formAction(visitor, page.url().replace(/summary$/, "payment"))).toBe("form-action 'self'");
  expect(await formAction(visitor, `${joined.url}/${CREATOR.username}`)).toBe("form-action 'self'");
  // The short way's form also changes the method.
  await payAtOnce(visitor);
  const both = `form-action 'self' ${stripe.origin} ${inetcash.origin}`;
  expect(await formAction(visitor, page.url())).toBe(both);
});
