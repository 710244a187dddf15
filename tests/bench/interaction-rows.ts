import { chromium, type Page } from "playwright";
import { findChromium, launchArgs } from "../support/browser/chromium.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import type { BenchWorld } from "./bench-world.ts";
import type { Server } from "./processes.ts";
import { number } from "./report.ts";
import { receiveTips } from "./settle-tips.ts";
import { EMAILS, logIn } from "./sign-in-rows.ts";

const TIPS = 1000;
const CPU_SLOWDOWN = 4;
const LIMIT_MS = 200;

/**
 * Interaction to Next Paint on a creator's dashboard with 1,000 tips, on a processor that is slowed down four times: the
 * longest of what a creator does there, as Chromium's event timing measures it.
 */
export async function measureInteractions(world: BenchWorld, product: Server): Promise<void> {
  const { options, report, databaseUrl } = world;
  await receiveTips(databaseUrl, EMAILS[0] ?? "", TIPS);
  const [name = "", value = ""] = (await logIn(product.url, 0)).split("=");
  const browser = await chromium.launch({ executablePath: await findChromium(), args: launchArgs() });
  const longest: number[] = [];
  let first = 0;
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
      await context.addCookies([{ name, value, url: product.url }]);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
      const began = performance.now();
      await page.goto(`${product.url}/dashboard`);
      await whenHydrated(page);
      first = performance.now() - began;
      longest.push(await interact(page));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  report.atMost(
    "Interaction to Next Paint, dashboard with 1,000 tips",
    longest,
    { limit: LIMIT_MS, unit: "ms" },
    `processor ${CPU_SLOWDOWN} × slower; hydrated after ${number(first)} ms`,
  );
}

/** What a creator does on the dashboard; the longest of its interactions, in milliseconds. */
async function interact(page: Page): Promise<number> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    const options = { type: "event", durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) durations.push(entry.duration);
    }).observe(options);
  });
  const thanks = page.locator(".letter-acts button.go");
  const read = page.locator(".letter-acts button:not(.go)");
  for (const button of [thanks, read, thanks, read]) {
    await button.first().click();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
  }
  await page.locator("main details:has(input[name=fan]) > summary").first().click();
  const fan = page.locator("main input[name=fan]").first();
  await fan.pressSequentially("nora", { delay: 20 });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  return await page.evaluate(() => {
    const { durations } = Object.assign({ durations: [] as number[] }, window);
    return durations.length === 0 ? Number.NaN : Math.max(...durations);
  });
}
