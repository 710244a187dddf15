import type { Page } from "playwright";
import { eventually } from "../eventually.ts";

/** Only React says whether the drawer is open. */
function isHydrated(page: Page): Promise<boolean> {
  // A page that is just being loaded answers nothing.
  return page.evaluate(() => document.querySelector("nav.drawer[data-open]") !== null).catch(() => false);
}

export async function whenHydrated(page: Page): Promise<void> {
  await eventually(`${page.url()} is hydrated`, () => isHydrated(page));
}

/** Waits for that on a page whose clock the test moves. */
export async function hydrateByClock(page: Page): Promise<void> {
  await eventually("the page is hydrated by a clock that the test moves", async () => {
    await page.clock.runFor(100);
    return await isHydrated(page);
  });
}
