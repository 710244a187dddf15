import type { Locator, Page } from "playwright";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type Circumstances, open, type Visitor } from "../support/browser/browser.ts";
import { giveSession, openSignedIn } from "../support/browser/creator-steps.ts";
import { brokenWords, linesOfText } from "../support/browser/lines.ts";
import { records } from "../support/database/records.ts";
import {
  choosePayment,
  comeToSummary,
  confirm,
  giveAmount,
  leaveWords,
  payWith,
  thanked,
} from "../support/http/fan.ts";
import { demoSession } from "../support/http/signed-in.ts";
import { cookieOf } from "../support/http/users.ts";

const PHONE: Circumstances = { script: true, locale: "de", width: 320 };
const DESK: Circumstances = { script: true, locale: "en", width: 1280 };

/** What is fetched and not shown, and what one leaves by. */
const NO_PAGE =
  /\/(statement|export|file|html|plain|image|pdf|documents|media|months|table)(\/|$)|^\/api\/|\/journal\/[\d-]+$|\/datev\/\d|\/oss\/\d|\/dac7$|\/credit-notes\//;

/** An address without what names one thing among many. */
const shapeOf = (path: string) =>
  path
    .split("/")
    .map((part) => (/^[\da-f-]{36}$|^\d+$|^[\w-]{30,}$/.test(part) ? ":" : part))
    .join("/");

/** Goes to every page that the pages link to, one of each shape; tells where axe or the width complains. Axe reads one profile of many, and all starts. */
async function walk(visitor: Visitor, starts: readonly string[], within: RegExp): Promise<string[]> {
  const { page } = visitor;
  const { width } = visitor.circumstances;
  const open = [...starts];
  const seen = new Set(starts.map(shapeOf));
  const creators = await records().selectFrom("users").select("username").execute();
  const profiles = new Set(creators.map(({ username }) => `/${username}`));
  let hasReadProfile = false;
  const findings: string[] = [];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    await visitor.visit(path);
    await page.locator("main details").evaluateAll((folds) => {
      for (const fold of folds) fold.setAttribute("open", "");
    });
    if (!profiles.has(path) || starts.includes(path) || !hasReadProfile)
      await visitor.looksRight().catch((error: Error) => findings.push(error.message));
    hasReadProfile ||= profiles.has(path) && !starts.includes(path);
    if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
      findings.push(`${path} does not fit ${width} px`);
    if (!path.startsWith("/dev/mail/"))
      findings.push(
        ...(await page.evaluate(brokenWords)).map((word) => `${path} breaks the word ${word} at ${width} px`),
      );
    for (const link of await linksOf(page)) {
      if (!within.test(link) || NO_PAGE.test(link) || seen.has(shapeOf(link))) continue;
      seen.add(shapeOf(link));
      open.push(link);
    }
  }
  expect(seen.size, [...seen].join(" ")).toBeGreaterThan(starts.length);
  return findings;
}

async function linksOf(page: Page): Promise<string[]> {
  return await page
    .locator("main a[href^='/'], nav a[href^='/']")
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.pathname : "")));
}

describe("every page is accessible in both themes and fits its width", () => {
  test("every page of guests is accessible in both themes and fits its width", async () => {
    const visitor = await open(PHONE);
    visitor.expectStatus(401, 404);
    const starts = ["/", "/maximiliane.von.buelow", "/wren.field", "/password/reset/x", "/email/undo/x"];
    const others = ["/loading", "/payment/failed", "/payment/success", "/dev/mail/templates", "/nobody.here"];
    expect(await walk(visitor, [...starts, ...others], /^\//)).toEqual([]);
  });

  test("every page of a creator is accessible in both themes and fits its width", async () => {
    const visitor = await openSignedIn(PHONE, await demoSession("joerdis@demo.example"), "/dashboard");
    visitor.expectStatus(404);
    const starts = ["/dashboard", "/account", "/payout/settings", "/payout/withdrawal?currency=EUR"];
    expect(await walk(visitor, starts, /^\/(account|dashboard|payout)/)).toEqual([]);
  });

  test("every page of creators whom fans cannot tip is accessible in both themes and fits its width", async () => {
    for (const username of ["pixelpapa", "marisol.se.mueve", "kasia.from.the.woods", "knisterkeller"]) {
      const { id } = await records()
        .selectFrom("users")
        .select("id")
        .where("username", "=", username)
        .executeTakeFirstOrThrow();
      const visitor = await open(PHONE);
      await giveSession(visitor, { cookie: await cookieOf({ id }) });
      const within = /^\/(account|account\/verification|dashboard|payout)$/;
      expect(await walk(visitor, ["/account", "/dashboard"], within), username).toEqual([]);
    }
  });
});

const PICTURE = sharp({ create: { width: 600, height: 900, channels: 3, background: "#3d6f8e" } }).png();

test("a first choice and the button to pay are in reach on a phone's first screen", async () => {
  const visitor = await open(PHONE);
  const { page } = visitor;
  const screen = { width: 360, height: 640 };
  await page.setViewportSize(screen);
  const isHit = (element: Locator) =>
    element.evaluate((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  for (const path of [
    "/joerdis",
    "/maximiliane.von.buelow",
    "/imkerei.hollerbusch",
    "/wren.field",
    "/gl/nachtmus",
  ]) {
    await visitor.visit(path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const choice = page.locator("main form label:has([type=radio])").first();
      const inReach = [choice, page.locator("main form button").last()];
      expect([path, await Promise.all(inReach.map(isHit))]).toEqual([path, [true, true]]);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }
  }
});

test("a tip with a picture on a small phone has all controls in reach, and shows the fan's own words at the end", async () => {
  const visitor = await open(PHONE);
  const { page, t } = visitor;
  visitor.expectStatus(401);
  await visitor.visit("/maximiliane.von.buelow");
  await page.locator("main .more > summary").click();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await reachingOver(page.locator(".tip-card"))).toEqual([]);
  }
  await page.getByText(t("tip:amount.fee", { rate: "10 %" })).waitFor();
  await page.setViewportSize({ width: 320, height: 740 });
  await giveAmount(visitor, "25");
  await visitor.looksRight();
  const image = { name: "a.png", mimeType: "image/png", buffer: await PICTURE.toBuffer() };
  await leaveWords(visitor, { name: "Ida", message: "Reifröcke für alle!", image });
  await page.getByLabel(t("tip:payment.country")).selectOption("DE");
  const next = page.getByRole("button", { name: `${t("tip:payment.next")} · 27,98 €` });
  await next.waitFor();
  expect(await linesOfText(next), "lines on the button").toBe(1);
  await visitor.looksRight();
  await choosePayment(visitor, { email: "ida@fans.example" });
  await page.getByRole("img", { name: t("tip:details.imageAlt") }).waitFor();
  const pay = page.getByRole("button", { name: t("tip:summary.pay", { amount: "27,98 €" }) });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const box = await pay.boundingBox();
  expect((box?.y ?? 741) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
  await visitor.looksRight();
  await confirm(visitor);
  await visitor.looksRight();
  await payWith(visitor, "INETCASH_CC", "success");
  await thanked(visitor, "Maximiliane von Bülow-Löß");
  await visitor.looksRight();
  for (const width of [320, 340, 360, 375]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(brokenWords), `at ${width} px`).toEqual([]);
  }
  expect(await page.getByRole("blockquote").innerText()).toContain("Reifröcke für alle!");
  expect(await page.locator("main .face img").count()).toBe(1);
  const actions = await page.locator(".actions a").allInnerTexts();
  expect(actions[0]).toBe(t("result:success.share", { name: "Maximiliane von Bülow-Löß" }));
  expect(actions.at(-1)).toBe(t("result:success.again"));
});

/** What in a card reaches over its padding or is cut off. */
async function reachingOver(card: Locator): Promise<string[]> {
  return await card.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    const inner = right - Number.parseFloat(getComputedStyle(element).paddingRight);
    return [...element.querySelectorAll(".item, .item *, .go, .go *")]
      .filter((each) => each.getBoundingClientRect().right > inner + 0.5)
      .map((each) => each.outerHTML.slice(0, 100));
  });
}

test("an operator's menu stays where it is between the back office and the own account", async () => {
  const visitor = await open(DESK);
  await giveSession(visitor, await demoSession("operator@tribute.example"));
  const { page, t } = visitor;
  await page.setViewportSize({ width: 1600, height: 900 });
  const places: (number | undefined)[][] = [];
  for (const path of ["/admin", "/account", "/account/security"]) {
    await visitor.visit(path);
    const shown = [
      page.getByRole("navigation", { name: t("drawer:label") }),
      page.locator(".logo"),
      page.locator("h1"),
    ];
    places.push(await Promise.all(shown.map(async (each) => (await each.boundingBox())?.x)));
  }
  expect(places).toEqual([places[0], places[0], places[0]]);
});

test("chosen controls and the focused one are marked, also in the system's own colours", async () => {
  const visitor = await open(DESK);
  const { page } = visitor;
  visitor.expectStatus(401);
  await visitor.visit("/wren.field");
  await ringsAreAlike(page);
  await page.emulateMedia({ forcedColors: "active" });
  expect(await page.locator(".chip").evaluateAll(borderOfChosen)).toEqual(["4px", "1px"]);
  expect(await page.locator(".foot .plain").evaluateAll(borderOfPressed)).toEqual(["2px", "0px"]);
  await page.emulateMedia({ forcedColors: "none" });
  await visitor.visit("/joerdis");
  await ringsAreAlike(page);
  await page.emulateMedia({ forcedColors: "active" });
  expect(await page.locator(".item").evaluateAll(borderOfChosen)).toEqual(["4px", "1px"]);
  await page.emulateMedia({ forcedColors: "none" });
  await giveAmount(visitor, "5");
  await ringsAreAlike(page);
  await leaveWords(visitor);
  await ringsAreAlike(page);
  await page.emulateMedia({ forcedColors: "active" });
  expect(await page.locator(".way").evaluateAll(borderOfChosen)).toEqual(["4px", "1px"]);
});

function borderOfChosen(labels: Element[]): string[] {
  const widthOf = (element: Element | undefined) => (element ? getComputedStyle(element).borderTopWidth : "");
  return [true, false].map((isChosen) =>
    widthOf(labels.find((label) => (label.querySelector(":checked") !== null) === isChosen)),
  );
}

function borderOfPressed(buttons: Element[]): string[] {
  return ["true", "false"].map((pressed) => {
    const found = buttons.find((button) => button.getAttribute("aria-pressed") === pressed);
    return found ? getComputedStyle(found).borderTopWidth : "";
  });
}

/** Goes through a page by Tab: each stop has one ring of 3 px, around itself or around the label that stands for it. */
async function ringsAreAlike(page: Page): Promise<void> {
  const rings = new Set<string>();
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const ringOf = (element: Element | null) => {
        const style = element ? getComputedStyle(element) : null;
        return style && style.outlineStyle !== "none" ? style.outlineWidth : "";
      };
      const seen = Number(getComputedStyle(focused).opacity) > 0 ? ringOf(focused) : "";
      const width = seen || ringOf(focused.closest("label"));
      return width === "3px" ? width : `${width} at ${focused.outerHTML.slice(0, 120)}`;
    });
    if (ring === null) break;
    rings.add(ring);
  }
  expect([...rings]).toEqual(["3px"]);
}

test("a receipt prints alone, dark on white, also from the dark theme", async () => {
  const visitor = await open({ ...DESK, dark: true });
  const { page, t } = visitor;
  visitor.expectStatus(401);
  await comeToSummary(visitor);
  await confirm(visitor);
  await payWith(visitor, "INETCASH_CC", "success");
  await thanked(visitor);
  await page.getByRole("link", { name: t("result:success.receipt") }).click();
  await page.waitForURL("**/receipt/*");
  await visitor.looksRight();
  await page.emulateMedia({ media: "print" });
  const seen = await page
    .locator("a, button, header, footer, aside")
    .evaluateAll((elements) =>
      elements.filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 100)),
    );
  expect(seen.filter((each) => !each.includes('class="skip"'))).toEqual([]);
  const colour = (name: "color" | "backgroundColor", selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, key) => getComputedStyle(element)[key], name);
  expect(await colour("color", ".paper td")).toBe("rgb(0, 0, 0)");
  expect(await colour("backgroundColor", "body")).toBe("rgb(255, 255, 255)");
});

test("the statements print alone, all of them dark on white", async () => {
  const creator = await demoSession("joerdis@demo.example");
  const { page } = await openSignedIn({ ...DESK, dark: true }, creator, "/payout");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const printed = await page.locator(".paper *").evaluateAll((all) => {
    const shown = all.filter((each) => each.checkVisibility() && !each.closest("svg, .hidden-visually"));
    return {
      colours: [...new Set(shown.map((each) => getComputedStyle(each).color))],
      controls: shown.filter((each) => each.matches("button, input, nav")).length,
    };
  });
  expect(printed).toEqual({ colours: ["rgb(0, 0, 0)"], controls: 0 });
});
