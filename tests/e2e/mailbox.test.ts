import { describe, expect, test } from "vitest";
import { templates } from "../../app/mail/templates/templates.ts";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { DEMO_PASSWORD, logIn } from "../support/browser/creator-steps.ts";

describe.for(TWO_WAYS)("the demo's mailbox, script $script, $locale, $width px", (circumstances) => {
  test("the demo's mailbox shows every mail of the product with made-up content, as HTML and as text", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit("/dev/mail");
    await page.getByRole("link", { name: t("common:mailbox.templates") }).click();
    await page.getByRole("heading", { name: t("common:mailbox.templates") }).waitFor();
    await visitor.looksRight();
    const links = await page
      .locator("main li a")
      .evaluateAll((found: HTMLAnchorElement[]) => found.map((link) => link.href));
    expect(links).toHaveLength(Object.keys(templates).length * 4);
    for (const link of links) {
      const answer = await page.goto(link);
      expect(answer?.status()).toBe(200);
      const isHtml = link.endsWith("/html");
      if (!isHtml) continue;
      // A sandbox without an origin; the mail's own style is there, and nothing else may be.
      expect(await answer?.headerValue("content-security-policy")).toMatch(/default-src 'none'.*sandbox$/);
      expect(await page.getAttribute("html", "lang")).toBe(link.includes("/de/") ? "de" : "en");
      const heading = page.getByRole("heading", { level: 1 });
      expect(await heading.evaluate((each) => getComputedStyle(each).fontSize)).toBe("24px");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(circumstances.width);
    }
  });
});

test("the code beside the demo's mails lets the demo's operator sign in, once", async () => {
  const circumstances = TWO_WAYS[1];
  if (!circumstances) throw new Error("there is no second way");
  const visitor = await open(circumstances);
  const { page, t } = visitor;
  visitor.expectStatus(401);
  await logIn(visitor, "operator@tribute.example", DEMO_PASSWORD, "**/login/code*");
  const codePage = page.url();
  await visitor.visit("/dev/mail");
  await visitor.looksRight();
  const code = await page.locator(".secret").innerText();
  await page.goto(codePage);
  await page.getByLabel(t("account:factor.code")).fill(code);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("auth:login.go") })
    .click();
  await page.waitForURL("**/admin");
  const entries = await page
    .locator("#drawer li a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(entries).toEqual([
    "/admin",
    "/admin/verifications",
    "/admin/tips",
    "/admin/items",
    "/admin/payout-data",
    "/admin/payouts",
    "/admin/payments",
    "/admin/books",
    "/admin/users",
    "/admin/featured",
    "/admin/audit",
    "/account",
    "/account/security",
  ]);
  await visitor.looksRight();
});
