import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";

/** How much later than its page every file of the script comes. */
const LATE_MS = 5000;

/** A fault: from now on a line on which the page is there long before its script. */
export async function delayScripts(page: Page): Promise<void> {
  await page.route("**/assets/*.js", async (route) => {
    await pause(LATE_MS);
    if (!page.isClosed()) await route.continue();
  });
}
