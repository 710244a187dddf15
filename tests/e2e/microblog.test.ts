import { afterAll, beforeAll, expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { logIn } from "../support/browser/creator-steps.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { PASSWORD, signInCreator } from "../support/http/signed-in.ts";
import { type FakeX, openFakeX, X_KEYS } from "../support/networks/fake-x.ts";

let database: DemoDatabase;
let x: FakeX;
let product: Product;

beforeAll(async () => {
  x = await openFakeX();
  database = await createDemoDatabase();
  const keys = { X_API_KEY: X_KEYS.apiKey, X_API_SECRET: X_KEYS.apiSecret, X_API_BASE: x.origin };
  product = await startProduct(database.url, { ...keys, TRUSTED_PROXIES: "127.0.0.0/8" }, database);
});
afterAll(async () => {
  await product?.stop();
  await x.close();
  await database?.drop();
});

test.for(TWO_WAYS)("a creator links X by its PIN and chooses what is posted: %o", async (how) => {
  const creator = await signInCreator("ACTIVE", how.locale, { db: database.db, url: product.url });
  const visitor = await open(how, { url: product.url, address: how.script ? "10.9.0.1" : "10.9.0.2" });
  const { page } = visitor;
  const t = i18nFor(how.locale).getFixedT(how.locale, ["microblog", "account"]);
  const network = "X";
  await visitor.visit("/login");
  await logIn(visitor, creator.email, PASSWORD);
  await visitor.visit("/account/twitter");
  await visitor.looksRight();
  await page.getByRole("button", { name: t("microblog:connect", { network }) }).click();
  await page.waitForURL("**/account/twitter/pin");
  await visitor.looksRight();
  const address = await page
    .getByRole("link", { name: t("microblog:pin.open", { network }) })
    .getAttribute("href");
  const pin = await x.allow(address ?? "", { accountId: how.script ? "71" : "72", handle: "ada_draws" });
  await page.getByLabel(t("microblog:pin.label")).fill(pin);
  await page.getByRole("button", { name: t("microblog:pin.go") }).click();
  await page.getByText(t("microblog:done.linked")).waitFor();
  await page.getByText(t("microblog:linkedAs", { handle: "ada_draws" })).waitFor();
  await page.getByLabel(t("microblog:settings.onNewTip")).check();
  await page.getByLabel(t("microblog:settings.onAchievement")).check();
  await page.getByLabel(t("microblog:settings.tipFrequency")).selectOption("ALL");
  await page.getByLabel(t("microblog:settings.advertFrequency")).selectOption("WEEKLY");
  await visitor.looksRight();
  await page.getByRole("button", { name: t("account:save") }).click();
  await page.getByText(t("account:saved")).waitFor();
  expect(await page.getByLabel(t("microblog:settings.onNewTip")).isChecked()).toBe(true);
  expect(await page.getByLabel(t("microblog:settings.showAmount")).isChecked()).toBe(false);
  expect(await page.getByLabel(t("microblog:settings.advertFrequency")).inputValue()).toBe("WEEKLY");
  await page.getByRole("button", { name: t("microblog:unlink") }).click();
  await page.getByText(t("microblog:done.unlinked")).waitFor();
});
