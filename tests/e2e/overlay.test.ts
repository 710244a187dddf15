import type { BrowserContext, Page } from "playwright";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium, launchArgs } from "../support/browser/chromium.ts";
import { many } from "../support/database/at-once.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { type CutLine, openCutLine } from "../support/http/cut-line.ts";
import { overlayOf } from "../support/http/overlay-line.ts";
import { freePort, type Product, startProduct } from "../support/http/product.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

// Overlays in a browser, while the line, the server and the browser go and come.

const METRICS_TOKEN = "a-token-of-the-tests";

let database: DemoDatabase;
let world: TipWorld;
let port: string;
let product: Product;
let line: CutLine;
let browser: Awaited<ReturnType<typeof chromium.launch>>;

const serve = async () => {
  product = await startProduct(database.url, { PORT: port, LOG_LEVEL: "info", METRICS_TOKEN }, database);
};

beforeAll(async () => {
  database = await createDemoDatabase();
  world = createTipWorld(database.db);
  port = await freePort();
  line = await openCutLine(Number(port));
  const executablePath = await findChromium();
  browser = await chromium.launch({ executablePath, args: launchArgs() });
  await serve();
});

afterAll(async () => {
  await browser?.close();
  await line?.close();
  await product?.stop();
  await database?.drop();
});

/** What pages of an overlay showed: each alert as it came, and as it left after its whole time. */
interface Shown {
  begun: string[];
  ended: string[];
}

/** A browser source, whose disk keeps what the page stores, with a clock that runs ahead. */
async function openSource(
  path: string,
  shown: Shown,
  disk?: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: line.url, ...(disk && { storageState: disk }) });
  await context.exposeFunction("said", (kind: keyof Shown, words: string) => void shown[kind].push(words));
  await context.addInitScript(() => {
    const say = (kind: string, node: Node) => {
      const words = node instanceof Element ? node.querySelector(".words")?.textContent : null;
      const said: unknown = Reflect.get(globalThis, "said");
      if (words && typeof said === "function") said(kind, words);
    };
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
          for (const node of addedNodes) say("begun", node);
          for (const node of removedNodes) say("ended", node);
        }
      }).observe(document.querySelector("#stage") ?? document.body, { childList: true });
    });
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(path);
  return page;
}

/** Lets the page's time pass until it holds, so that an alert's seconds take no time of the test. */
async function until(page: Page, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(what, async () => {
    if (await holds()) return true;
    await page.clock.runFor(500);
    return await holds();
  });
}

async function creatorWithOverlay(): Promise<{ creator: Creator; path: string }> {
  const creator = await createCreator(world);
  const path = await overlayOf(creator.id, database.db);
  const change = database.db.updateTable("overlays").set({ shown_seconds: 1, sound: "NONE" });
  await change.where("user_id", "=", creator.id).execute();
  return { creator, path };
}

const leads = (page: Page) => page.locator("html").getAttribute("data-leads");

test("100 tips during a cut are shown in order, none twice, over a restart of the server and one of the browser", async () => {
  const { creator, path } = await creatorWithOverlay();
  const shown: Shown = { begun: [], ended: [] };
  let page = await openSource(path, shown);
  await until(page, "the source leads", async () => (await leads(page)) === "true");
  line.cut();
  const words = many(100).map((_, place) => `Tip ${place + 1}`);
  for (const message of words) await payTip(world, creator, { from: "Ida", message });
  expect(shown.begun).toEqual([]);
  line.restore();
  await until(page, "a third is shown", () => shown.ended.length >= 33);
  await product.stop();
  await serve();
  await until(page, "two thirds are shown", () => shown.ended.length >= 66);
  // In the middle of an alert.
  await until(page, "an alert is on screen", () => shown.begun.length > shown.ended.length);
  const onScreen = shown.begun.at(-1);
  const disk = await page.context().storageState();
  await page.context().close();
  page = await openSource(path, shown, disk);
  await until(page, "all are shown", () => shown.ended.length >= 100);
  await until(page, "nothing waits", async () => {
    const waiting = database.db.selectFrom("overlay_alerts").select("id").where("status", "=", "WAITING");
    return (await waiting.where("user_id", "=", creator.id).execute()).length === 0;
  });
  expect(shown.ended).toEqual(words);
  const begunTwice = shown.begun.filter((each, place) => shown.begun.indexOf(each) !== place);
  expect([[], [onScreen]]).toContainEqual(begunTwice);
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${product.url}/metrics`, { headers })).text();
  for (const kept of [product.output(), metrics]) {
    expect(kept).toContain("/overlay/:secret");
    expect(kept).not.toContain(path.slice("/overlay/".length));
  }
  await page.context().close();
});

test("of two sources both show each alert, one pulls the queue on, and the other one goes on alone", async () => {
  const { creator, path } = await creatorWithOverlay();
  const [first, second]: [Shown, Shown] = [
    { begun: [], ended: [] },
    { begun: [], ended: [] },
  ];
  const leader = await openSource(path, first);
  await until(leader, "the first leads", async () => (await leads(leader)) === "true");
  const other = await openSource(path, second);
  await until(other, "the second follows", async () => (await leads(other)) === "false");
  await payTip(world, creator, { from: "Ida", message: "One" });
  await until(other, "the second shows it", () => second.ended.includes("One"));
  expect(first.ended).toEqual([]);
  await payTip(world, creator, { from: "Ida", message: "Two" });
  await until(leader, "both are shown", () => first.ended.includes("Two"));
  await until(other, "by the second, too", () => second.ended.includes("Two"));
  await leader.context().close();
  await until(other, "the second leads", async () => (await leads(other)) === "true");
  await payTip(world, creator, { from: "Ida", message: "Three" });
  await until(other, "it goes on", () => second.ended.includes("Three"));
  expect([first.ended, second.ended]).toEqual([
    ["One", "Two"],
    ["One", "Two", "Three"],
  ]);
  await other.context().close();
});
