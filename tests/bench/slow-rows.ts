import { type Browser, chromium, type Page } from "playwright";
import { findChromium, launchArgs } from "../support/browser/chromium.ts";
import type { BenchWorld } from "./bench-world.ts";
import type { Server } from "./processes.ts";

/** Chromium's preset "Slow 3G". */
const SLOW_3G = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CREATOR = "joerdis";

/**
 * Seconds from a creator's address to the provider's page, by both ways of a tip and on a first visit. A peer of
 * the row "tip" is loaded once, since its form needs an account at its provider.
 */
export async function measureSlowWays(
  { options, report }: BenchWorld,
  product: Server,
  provider: Server,
): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: launchArgs() });
  const seen: Record<"short" | "full", number[]> = { short: [], full: [] };
  const peers = options.peers
    .filter(({ row }) => row === "tip")
    .map((peer) => ({ ...peer, s: [] as number[] }));
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      seen.short.push(
        await onSlow3G(browser, (page) => toProvider(page, product.url, provider.url, payAtOnce)),
      );
      seen.full.push(
        await onSlow3G(browser, (page) => toProvider(page, product.url, provider.url, payInSteps)),
      );
      for (const peer of peers)
        peer.s.push(await onSlow3G(browser, async (page) => void (await page.goto(peer.url)), true));
    }
  } finally {
    await browser.close();
  }
  const [short, full] = [seen.short, seen.full];
  report.atMost(
    "Slow 3G, short way to the provider's page",
    short,
    { limit: 15, unit: "s" },
    "2 presses, no script",
  );
  report.atMost(
    "Slow 3G, full way to the provider's page",
    full,
    { limit: 25, unit: "s" },
    "4 presses, no script",
  );
  for (const { name, s } of peers) {
    const shares = short.map((seconds, round) => seconds / (s[round] ?? 0));
    report.toKnow(`Slow 3G, short way / ${name}'s page loaded`, shares, "its script on");
  }
}

/** Seconds, in a new browser context of 360 px. */
async function onSlow3G(
  browser: Browser,
  act: (page: Page) => Promise<void>,
  javaScriptEnabled = false,
): Promise<number> {
  // The baseline's provider has another origin than the sandbox, whose pages are the product's own.
  const context = await browser.newContext({
    ...{ viewport: { width: 360, height: 640 }, javaScriptEnabled },
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_3G);
  const began = performance.now();
  await act(page);
  const seconds = (performance.now() - began) / 1000;
  await context.close();
  return seconds;
}

async function toProvider(
  page: Page,
  product: string,
  provider: string,
  choose: (page: Page) => Promise<void>,
): Promise<void> {
  await page.goto(`${product}/${CREATOR}`, { waitUntil: "commit" });
  await choose(page);
  await page.locator("form[data-once] .stick button").click();
  await page.waitForURL(`${provider}/**`, { waitUntil: "commit" });
}

const preset = (page: Page) => page.locator("label:has(input[name=choice])").first().click();

async function payAtOnce(page: Page): Promise<void> {
  await preset(page);
  await page.locator("button[name=way]").click();
}

async function payInSteps(page: Page): Promise<void> {
  await preset(page);
  await page.locator(".stick button:not([name])").click();
  await page.locator("form:has(textarea[name=message]) .stick button").click();
  await page.locator("form:has(input[name=type]) .stick button").click();
}
