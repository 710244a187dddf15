import { mkdir } from "node:fs/promises";
import { chromium } from "playwright";
import { findChromium, launchArgs } from "./support/chromium.ts";

const base = "http://localhost:3101";
const folder = process.argv[2] ?? "/tmp/shots";
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await findChromium(), args: launchArgs() });
const log = process.env.SECRET ?? "";

import { Secret, TOTP } from "otpauth";

for (const [name, width, scheme, locale, script] of [
  ["a360de", 360, "light", "de-DE", false],
  ["b1280en", 1280, "dark", "en-GB", true],
] as const) {
  const ctx = () =>
    browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: scheme,
      locale,
      javaScriptEnabled: script,
      extraHTTPHeaders: {},
    });
  const c = await ctx();
  const page = await c.newPage();
  const login = async (email: string) => {
    await page.goto(`${base}/login`);
    await page.locator("input[name=email]").fill(email);
    await page.locator("input[name=password]").fill("thank-you-note");
    await page.locator("main button[type=submit]").first().click();
    await page.waitForLoadState("networkidle");
  };
  let n = 0;
  const shoot = async (what: string) => {
    await page.waitForLoadState("networkidle");
    const over = await page
      .evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      .catch(() => 0);
    await page.screenshot({
      path: `${folder}/${name}-${String(n++).padStart(2, "0")}-${what}.png`,
      fullPage: true,
    });
    console.log(name, what, page.url(), over > 0 ? `OVERFLOW ${over}` : "");
  };
  await login("joerdis@demo.example").catch(() => undefined);
  for (const [what, path] of [
    ["payout", "/payout"],
    ["settings", "/payout/settings"],
    ["withdrawal", "/payout/withdrawal?currency=EUR&amount=50"],
    ["withdrawal-low", "/payout/withdrawal?currency=EUR&amount=1"],
    ["tab", "/dashboard/payouts"],
    ["data", "/account/payoutdata"],
    ["dashboard", "/dashboard"],
  ] as const) {
    await page.goto(base + path);
    await shoot(what);
  }
  await c.clearCookies();
  await login("operator@tribute.example");
  const totp = new TOTP({ secret: Secret.fromBase32(log) });
  await page.locator("input[name=code], input[name=otp]").first().fill(totp.generate());
  await page.locator("main button[type=submit]").first().click();
  await page.waitForLoadState("networkidle");
  for (const [what, path] of [
    ["admin", "/admin"],
    ["payouts", "/admin/payouts"],
    ["batches", "/admin/payouts/batches"],
    ["data", "/admin/payout-data"],
    ["payments", "/admin/payments"],
    ["books", "/admin/books"],
    ["postings", "/admin/books/postings"],
  ] as const) {
    await page.goto(base + path);
    await shoot(`op-${what}`);
  }
  const follow = async (from: string, sel: string, what: string) => {
    await page.goto(base + from);
    const l = page.locator(sel).first();
    if (await l.count()) {
      await page.goto(base + (await l.getAttribute("href")));
      await shoot(what);
    } else console.log("no", sel);
  };
  await follow("/admin/payouts/batches", "main a[href*='/admin/payouts/batches/']", "op-batch");
  await follow("/admin/payouts", "main table a[href*='/admin/payouts/']", "op-payout");
  await follow("/admin/payout-data", "main a[href*='/admin/payout-data/']", "op-datacase");
  await follow("/admin/payments", "main table a[href*='/admin/payments/']", "op-payment");
  const u = page.url();
  await page.goto(`${u}/refund`);
  await shoot("op-refund");
  await c.close();
}
await browser.close();
