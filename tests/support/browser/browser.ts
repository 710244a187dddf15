import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import axe, { type RunOptions } from "axe-core";
import type { TFunction } from "i18next";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { inject } from "vitest";
import { z } from "zod";
import { i18nFor } from "../../../locales/i18n.ts";
import { NAMESPACES } from "../database/namespaces.ts";
import { findChromium, launchArgs } from "./chromium.ts";

/** How somebody looks at a page. */
export interface Circumstances {
  script: boolean;
  locale: "de" | "en";
  width: 320 | 360 | 1280;
  /** The system's theme; light unless given. */
  dark?: boolean;
}

/** A browser window of its own, with its own cookies. */
export interface Visitor {
  page: Page;
  circumstances: Circumstances;
  /** The product's texts in the visitor's language, to find things by what they are called. */
  t: Texts;
  /** Opens a path of the product. */
  visit(path: string): Promise<void>;
  /** Statuses above 399 that are meant to come; any other fails the test. */
  expectStatus(...statuses: number[]): void;
  /** What the browser is meant to complain about, such as a line that the test cuts. */
  expectComplaint(words: RegExp): void;
  /** Where the product sends the browser to somebody else's page, which no test reaches. */
  expectLeaving(address: string): void;
  /** Throws unless the page is accessible in both themes (axe: nothing serious or critical) and fits its width. */
  looksRight(): Promise<void>;
}

/** The two ends of what is out there: an old phone without script, and a desktop with it. */
export const TWO_WAYS: Circumstances[] = [
  { script: false, locale: "de", width: 360 },
  { script: true, locale: "en", width: 1280 },
];

type Texts = TFunction<typeof NAMESPACES>;

/** Where a window goes to, and from which address it seems to come (by a trusted proxy's header). */
export interface Place {
  url: string;
  address: string;
}

/** Of a hydrated page that was left while the framework asked for the routes behind its links: nothing is wrong with that. */
const LEFT = /^Failed to fetch manifest patches TypeError: Failed to fetch/;
/** What makes a page inaccessible. */
const GRAVE = ["serious", "critical"];
/** The rules that find nothing grave, whatever they find: half of axe's time. Its list of rules tells no impacts. */
const LESSER_RULES = z
  .object({ _audit: z.object({ rules: z.array(z.object({ id: z.string(), impact: z.string() })) }) })
  .parse(axe)
  ._audit.rules.filter(({ impact }) => !GRAVE.includes(impact))
  .map(({ id }) => id);
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const opened: { context: BrowserContext; complaints: string[] }[] = [];
let browser: Promise<Browser> | null = null;
let readingRoom: Promise<Page> | null = null;

/**
 * Opens a window, on the shared product unless a place is given. It is closed after the test, which fails when the
 * browser had anything to complain about.
 */
export async function open(circumstances: Circumstances, place?: Place): Promise<Visitor> {
  const { script, locale, width, dark = false } = circumstances;
  const context = await (await launched()).newContext({
    baseURL: place?.url ?? inject("product").url,
    ...(place && { extraHTTPHeaders: { "X-Forwarded-For": place.address } }),
    javaScriptEnabled: script,
    locale: locale === "de" ? "de-DE" : "en-GB",
    viewport: { width, height: width === 1280 ? 900 : 740 },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const complaints: string[] = [];
  const expected = new Set<number>();
  const expectedWords: RegExp[] = [];
  opened.push({ context, complaints });
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  page.on("pageerror", (error) => complaints.push(`page error at ${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // Statuses are judged below, where it is known which of them the test wants.
    const isStatus = /^Failed to load resource: the server responded with a status/.test(message.text());
    const isBad = message.type() === "error" || message.type() === "warning";
    if (expectedWords.some((words) => words.test(message.text()))) return;
    if (isBad && !isStatus && !LEFT.test(message.text()))
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("response", (response) => {
    if (response.status() < 400 || expected.has(response.status())) return;
    complaints.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  const away = new Set<string>();
  page.on("requestfailed", (request) => {
    // What a page was still loading when it was left is aborted: nothing is wrong with that.
    const reason = request.failure()?.errorText ?? "";
    if ([...away].some((address) => request.url().startsWith(address))) return;
    if (expectedWords.some((words) => words.test(reason))) return;
    // What a hydrated page would fetch ahead for its script, a window without script blocks.
    if (!script && reason === "csp") return;
    if (reason !== "net::ERR_ABORTED") complaints.push(`request failed: ${request.url()} ${reason}`);
  });
  return {
    page,
    circumstances,
    t: i18nFor(locale).getFixedT(locale, NAMESPACES),
    visit: async (path) => {
      await page.goto(path);
    },
    expectLeaving: (address) => {
      away.add(address);
    },
    expectComplaint: (words) => {
      expectedWords.push(words);
    },
    expectStatus: (...statuses) => {
      for (const status of statuses) expected.add(status);
    },
    looksRight: async () => {
      await fitsItsWidth(page);
      await hasRoundFaces(page);
      await hasNeatButtons(page);
      await isAccessible(script ? page : await readInRoom(page, width), page.url());
      if (script) await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    },
  };
}

async function launched(): Promise<Browser> {
  browser ??= findChromium().then((executablePath) =>
    chromium.launch({ executablePath, args: launchArgs() }),
  );
  return await browser;
}

async function fitsItsWidth(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= window.innerWidth) return null;
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth + 0.5,
    );
    return `${scrollWidth} px wide: ${wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))}`;
  });
  if (overflow)
    throw new Error(`${page.url()} does not fit ${page.viewportSize()?.width} px, it is ${overflow}`);
}

/** Buttons, and links that look like them, lie within their card; the links' text is in the middle. */
async function hasNeatButtons(page: Page): Promise<void> {
  const odd = await page.locator(".card :is(.go, .second):visible").evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const card = button.closest(".card")?.getBoundingClientRect();
      const box = button.getBoundingClientRect();
      const isOutside = card !== undefined && (box.right > card.right + 1 || box.left < card.left - 1);
      // Of what is pressed the text moves, so the style alone tells.
      const isAskew =
        button instanceof HTMLAnchorElement && !/grid|flex/.test(getComputedStyle(button).display);
      if (!isOutside && !isAskew) return [];
      return `${isOutside ? "outside" : "askew"}: ${button.textContent} ${button.outerHTML.slice(0, 120)}`;
    }),
  );
  if (odd.length > 0) throw new Error(`${page.url()} has odd buttons: ${odd.join(", ")}`);
}

/** An avatar is as wide as it is high, a picture as well as initials, wherever it stands. */
async function hasRoundFaces(page: Page): Promise<void> {
  const odd = await page.locator(".face").evaluateAll((faces) =>
    faces
      .map((face) => face.getBoundingClientRect())
      .filter(({ width, height }) => Math.abs(width - height) > 1)
      .map(({ width, height }) => `${width} × ${height}`),
  );
  if (odd.length > 0) throw new Error(`${page.url()} has avatars of ${odd.join(", ")}`);
}

/** Where a page without script is read by axe, which is a script: the same HTML, in a window that may run it. */
async function readInRoom(page: Page, width: number): Promise<Page> {
  readingRoom ??= launched().then(async (running) => {
    const room = await running.newContext({
      baseURL: inject("product").url,
      bypassCSP: true,
      reducedMotion: "reduce",
    });
    const page = await room.newPage();
    // Addresses in the pages are meant from the product's own.
    await page.goto("/robots.txt");
    return page;
  });
  const room = await readingRoom;
  const html = (await page.content()).replace(
    /<script\b[^>]*>[\s\S]*?<\/script>|<meta http-equiv="refresh"[^>]*>/g,
    "",
  );
  await room.setViewportSize({ width, height: 900 });
  await room.setContent(html);
  return room;
}

/** All rules in one theme; in the other one only colours can differ. */
async function isAccessible(page: Page, address: string): Promise<void> {
  // A reading room has it already.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const rules = Object.fromEntries(LESSER_RULES.map((id) => [id, { enabled: false }]));
  const findings = [
    ...(await runAxe(page, "light", { rules })),
    ...(await runAxe(page, "dark", { runOnly: ["color-contrast"] })),
  ];
  if (findings.length > 0) throw new Error(`axe on ${address}:\n${findings.join("\n")}`);
}

async function runAxe(page: Page, colorScheme: "light" | "dark", options: RunOptions): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  const violations = await page.evaluate(async (given) => {
    const { violations } = await window.axe.run(document, {
      ...given,
      resultTypes: ["violations"],
      selectors: false,
    });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.map((node) => `${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
    }));
  }, options);
  return violations
    .filter(({ impact }) => impact && GRAVE.includes(impact))
    .map(({ id, impact, where }) => `${impact} ${id} (${colorScheme}): ${where.join(" | ")}`);
}

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

/** Closes the windows of a test; throws what the browser complained about in them. */
export async function closeWindows(): Promise<void> {
  const complaints: string[] = [];
  for (const window of opened.splice(0)) {
    await window.context.close();
    complaints.push(...window.complaints);
  }
  if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join("\n")}`);
}
