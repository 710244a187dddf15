import { describe, expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { giveAmount, leaveWords } from "../support/http/fan.ts";

/** Pages that no journey of the other files comes along. */
const PAGES = [
  "/",
  "/faq",
  "/loading",
  "/api/docs",
  "/api/docs/received_tips",
  "/maximiliane.von.buelow",
  "/rosalind.paints",
  "/payment/failed",
  "/dev/mail",
];

describe.for(TWO_WAYS)("pages, script $script, $locale, $width px", (circumstances) => {
  test.for(PAGES)("the page %s is accessible in both themes and fits", async (path) => {
    const visitor = await open(circumstances);
    await visitor.visit(path);
    // Each one that is opened is closed no more: the first of the rest is next.
    const closed = visitor.page.locator("main details:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().click();
    await visitor.looksRight();
  });

  test("an unknown page is accessible and links to the home page", async () => {
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

  test("everything on the pages can be reached and seen by keyboard", async () => {
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

test("on a phone, nothing that has the focus hides behind the button at the bottom", async () => {
  const visitor = await open({ script: false, locale: "de", width: 360 });
  const { page, t } = visitor;
  await visitor.visit("/maximiliane.von.buelow");
  await walksUncovered(visitor);
  await giveAmount(visitor, "5");
  await walksUncovered(visitor);
  await leaveWords(visitor);
  await walksUncovered(visitor);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(t("tip:payment.question"));
});

/** Goes through a page's main part by Tab: each stop is what one sees where it is. Then reads it line by line. */
async function walksUncovered({ page }: Visitor): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press("Tab");
    const where = await page.evaluate(() => document.activeElement?.closest("main, footer")?.tagName);
    if (where === "FOOTER") break;
    if (where === "MAIN") expect(await page.locator(":focus").evaluate(whatCovers)).toBeNull();
  }
  for (const text of await page.locator("main p, main label, main h2, main .help").all()) {
    expect(await text.evaluate(whatCovers)).toBeNull();
  }
}

/** What lies over the upper part of an element, or null when it is seen. */
function whatCovers(element: Element): string | null {
  if (!element.matches(":focus")) element.scrollIntoView({ block: "center" });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (!element.checkVisibility() || getComputedStyle(element).clipPath !== "none") return null;
  const seen = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 3));
  const isSeen =
    seen !== null &&
    (element.contains(seen) || seen.contains(element) || seen.closest("label")?.contains(element));
  return isSeen ? null : `${element.outerHTML.slice(0, 160)} behind ${seen?.outerHTML.slice(0, 160)}`;
}
