import { describe, expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser.ts";

/** Pages that no journey of the other files comes along. */
const PAGES = [
  "/",
  "/faq",
  "/loading",
  "/maximiliane.von.buelow",
  "/rosalind.paints",
  "/payment/failed",
  "/dev/mail",
];

describe.for(TWO_WAYS)("pages, script $script, $locale, $width px", (circumstances) => {
  test.for(PAGES)("%s is accessible in both themes and fits", async (path) => {
    const visitor = await open(circumstances);
    await visitor.visit(path);
    await visitor.looksRight();
    for (const details of await visitor.page.locator("main details:not([open]) > summary").all())
      await details.click();
    await visitor.looksRight();
  });

  test("an unknown page is accessible, and leads home", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(404);
    await visitor.visit("/nobody.of.that.name");
    expect(await page.title()).toBe(t("common:error.s404.title"));
    await visitor.looksRight();
    await page.getByRole("link", { name: t("common:error.home") }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("everything can be reached and seen by keyboard", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit("/joerdis");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: t("common:skip") });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });
});

test("a link that is pointed at is fetched ahead, within the policy", async () => {
  const visitor = await open({ script: true, locale: "de", width: 1280 });
  const { page } = visitor;
  await visitor.visit("/");
  const link = page.locator("main a[data-prefetch]").first();
  const [request] = await Promise.all([
    page.waitForRequest(
      (each) => each.headers().purpose === "prefetch" || each.headers()["sec-purpose"] === "prefetch",
    ),
    link.hover(),
  ]);
  expect(request.url()).toBe(await link.evaluate((element: HTMLAnchorElement) => element.href));
});
