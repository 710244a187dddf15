import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { open } from "../support/browser/browser.ts";
import { eventually } from "../support/eventually.ts";

const WIDE = { script: true, locale: "de", width: 1280 } as const;

describe("a part of the script that cannot be loaded", () => {
  /** Counts how often the page is loaded, while parts named so are missing: a new version was deployed meanwhile. */
  async function watch(page: Page, isMissing: () => boolean): Promise<{ loads: number; missed: number }> {
    const seen = { loads: 0, missed: 0 };
    page.on("request", (request) => {
      if (request.isNavigationRequest()) seen.loads += 1;
    });
    await page.route("**/assets/form-comforts-*.js", async (route) => {
      if (!isMissing()) return await route.continue();
      seen.missed += 1;
      await route.fulfill({ status: 404, contentType: "text/plain", body: "" });
    });
    return seen;
  }

  test("a part of the script that cannot be loaded loads the page once more, and not again within a minute; after that it does", async () => {
    const visitor = await open(WIDE);
    const { page, t } = visitor;
    visitor.expectStatus(404);
    const seen = await watch(page, () => true);
    await page.clock.setFixedTime(new Date("2026-11-21T12:00:00Z"));
    await visitor.visit("/joerdis");
    await eventually("the part was missed twice", () => seen.missed === 2);
    await page.waitForLoadState("networkidle");
    expect(seen).toEqual({ loads: 2, missed: 2 });
    // The page works without it.
    await page.getByLabel(t("tip:amount.own")).fill("5");
    await page.clock.setFixedTime(new Date("2026-11-21T12:00:59Z"));
    await visitor.visit("/joerdis");
    await eventually("the part was missed", () => seen.missed === 3);
    await page.waitForLoadState("networkidle");
    expect(seen).toEqual({ loads: 3, missed: 3 });

    await page.clock.setFixedTime(new Date("2026-11-21T12:01:01Z"));
    await visitor.visit("/joerdis");
    await eventually("the page was loaded anew", () => seen.missed === 5);
    await page.waitForLoadState("networkidle");
    expect(seen).toEqual({ loads: 5, missed: 5 });
  });

  test("a part of the script that is there after the reload works", async () => {
    const visitor = await open(WIDE);
    const { page, t } = visitor;
    visitor.expectStatus(404);
    let isGone = true;
    const seen = await watch(page, () => isGone);
    page.on("response", (response) => {
      if (response.status() === 404) isGone = false;
    });
    await visitor.visit("/joerdis");
    await eventually("the page was loaded anew", () => seen.loads === 2);
    await page.waitForLoadState("networkidle");
    await page.getByLabel(t("tip:amount.own")).fill("501");
    await page.getByLabel(t("tip:amount.own")).press("Tab");
    await page.getByText(t("errors:amount.maximum", { maximum: "500,00 €" })).waitFor();
    expect(seen).toEqual({ loads: 2, missed: 1 });
  });
});
