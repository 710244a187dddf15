import { expect, test } from "vitest";
import { templates } from "../../app/mail/templates/templates.ts";
import { type Circumstances, open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { DEMO_PASSWORD, logIn } from "../support/browser/creator-steps.ts";

const PHONE: Circumstances = { script: false, locale: "de", width: 360 };
const DESK: Circumstances = { script: true, locale: "en", width: 1280 };

/** Opens the list of all mails; answers their addresses. */
async function openTemplates({ page, t, visit }: Visitor): Promise<string[]> {
  await visit("/dev/mail");
  await page.getByRole("link", { name: t("mailbox:templates") }).click();
  await page.getByRole("heading", { name: t("mailbox:templates") }).waitFor();
  const links = await page
    .locator("main li a")
    .evaluateAll((found: HTMLAnchorElement[]) => found.map((link) => link.href));
  expect(links).toHaveLength(Object.keys(templates).length * 4);
  return links;
}

test.for(TWO_WAYS)(
  "the demo's mailbox lists every mail of the product with made-up content, script $script, $locale, $width px",
  async (circumstances) => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await openTemplates(visitor);
    await visitor.looksRight();
    await page.locator("main li a[href$='/html']").first().click();
    await page.waitForURL("**/html");
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  },
);

test("every mail of the product with made-up content is there as text, and as HTML that fits a phone and a desktop", async () => {
  const visitor = await open(PHONE);
  const { page } = visitor;
  for (const link of await openTemplates(visitor)) {
    if (!link.endsWith("/html")) {
      expect((await page.request.get(link)).status()).toBe(200);
      continue;
    }
    const answer = await page.goto(link);
    expect(answer?.status()).toBe(200);
    // A sandbox without an origin, where no script runs; the mail's own style is there, and nothing else may be.
    expect(await answer?.headerValue("content-security-policy")).toMatch(/default-src 'none'.*sandbox$/);
    expect(await page.getAttribute("html", "lang")).toBe(link.includes("/de/") ? "de" : "en");
    const heading = page.getByRole("heading", { level: 1 });
    expect(await heading.evaluate((each) => getComputedStyle(each).fontSize)).toBe("24px");
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test("the code beside the demo's mails lets the demo's operator sign in, once", async () => {
  const visitor = await open(DESK);
  const { page, t } = visitor;
  visitor.expectStatus(401);
  await logIn(visitor, "operator@tribute.example", DEMO_PASSWORD, "**/login/code*");
  const codePage = page.url();
  await visitor.visit("/dev/mail");
  await visitor.looksRight();
  const code = await page.locator(".secret").first().innerText();
  await page.goto(codePage);
  await page.getByLabel(t("account:factor.code")).fill(code);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("auth:login.go") })
    .click();
  await page.waitForURL("**/admin");
  const entries = await page
    .locator("#drawer :is(.areas, li) a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(entries).toEqual([
    "/admin",
    "/admin/reviews",
    "/admin/reports",
    "/admin/featured",
    "/admin/users",
    "/admin/payments",
    "/admin/vouchers",
    "/admin/monthly",
    "/admin/exceptions",
    "/admin/payouts",
    "/admin/payout-data",
    "/admin/approvals",
    "/admin/books",
    "/admin/books/bank",
    "/admin/books/settlements",
    "/admin/audit",
    "/admin/operators",
    "/admin/announcements",
    "/admin/networks",
    "/admin/mails",
    "/admin/traffic",
    "/admin/settings",
    "/account",
    "/account/security",
  ]);
  await visitor.looksRight();
});
