import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { SOCIAL_NETWORKS } from "../../app/domain/users/social-networks.ts";
import { testInstruments } from "../../app/sandbox-provider/test-instruments.ts";
import { operatorSettings } from "../../app/server/live-settings.server.ts";
import { open, type Visitor } from "../support/browser/browser.ts";
import { chooseCard, fillVoucher } from "../support/browser/voucher-buyer.ts";
import { copyCheckout } from "../support/checkout-copy.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { addMadeUpLanguage, MADE_UP, madeUpTexts } from "../support/fixtures/made-up-language.ts";
import {
  CREATOR,
  choosePayment,
  comeToSummary,
  confirm,
  giveAmount,
  leaveWords,
  payWith,
  type step,
  thanked,
} from "../support/http/fan.ts";
import { makeSeries } from "../support/http/monthly-tips.ts";
import { PATTERNS } from "../support/http/patterns.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { STOPS, tokenOf, type World } from "../support/http/walk-stops.ts";

// A language that nobody speaks is added to a copy of the checkout as CONTRIBUTING.md says, by a folder and a line,
// and every page of a guest is read in it on a phone.

let checkout: string;
let database: DemoDatabase;
let product: Product;

beforeAll(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), "tribute-language-"));
  copyCheckout(checkout);
  addMadeUpLanguage(checkout);
  const { status: built } = spawnSync(process.execPath, [path.join(checkout, "scripts/build.ts")], {
    stdio: "inherit",
  });
  expect(built).toBe(0);
  database = await createDemoDatabase();
  product = await startProduct(
    database.url,
    { TRUSTED_PROXIES: "127.0.0.0/8" },
    { dataFrom: database.dataFrom, checkout },
  );
});

afterAll(async () => {
  await product?.stop();
  await database?.drop();
  await rm(checkout, { recursive: true, force: true });
});

test("in a made-up language nothing on a guest's pages is untranslated, and nothing overflows", async () => {
  const visitor = await openMadeUp();
  const { page } = visitor;
  const data = await dataOf(database);
  /** Each finding with the first page that has it. */
  const findings = new Map<string, string>();
  const look = async () => {
    const where = new URL(page.url()).pathname;
    for (const finding of await readPage(page, data))
      if (!findings.has(finding)) findings.set(finding, where);
  };
  const { path: monthly } = await makeSeries({}, database.db);
  const world = { ...(await makeTips(visitor, look)), monthly };
  const seen = new Set<string>();
  await refuseForms(visitor, look);
  for (const { pattern, guards, file } of PATTERNS) {
    // Mails of the demo are in the languages of those who got them.
    const isGuests = guards.every((guard) => guard === "visitor-only") && !pattern.startsWith("/dev/mail/:");
    if (!isGuests || !file.endsWith(".tsx")) continue;
    const pages = (STOPS[pattern]?.(world) ?? []).filter(({ kind = "page" }) => kind === "page");
    // What is not there looks the same everywhere, and so does what comes later.
    for (const { path, status } of pages) {
      const kindOfLook = status === 200 ? path : `${file} ${status}`;
      if (seen.has(kindOfLook)) continue;
      seen.add(kindOfLook);
      await visitor.visit(path);
      await look();
    }
  }
  expect(Object.fromEntries(findings)).toEqual({});
});

async function openMadeUp(): Promise<Visitor> {
  const place = { url: product.url, address: "203.0.113.40" };
  const visitor = await open({ script: false, locale: "en", width: 360 }, place);
  visitor.expectStatus(400, 404, 405, 410, 422);
  await visitor.page.context().addCookies([{ name: "locale", value: MADE_UP, url: product.url }]);
  return { ...visitor, t: madeUpTexts() };
}

/** Goes the ways of tips, looking at each page of them; returns the addresses that stay. */
async function makeTips(visitor: Visitor, look: () => Promise<void>): Promise<Omit<World, "monthly">> {
  const { page } = visitor;
  const here = () => new URL(page.url()).pathname;
  const tipOf = (name: Parameters<typeof step>[0]) => here().replace(`/${name}`, "");
  await visitor.visit(`/${CREATOR.username}`);
  await giveAmount(visitor, "5");
  const draft = tipOf("details");
  await comeToSummary(visitor);
  const ready = tipOf("summary");
  await visitor.visit("/gl/nachtmus");
  await giveAmount(visitor, "5");
  const groupDraft = tipOf("details");
  await visitor.visit("/gl/nachtmus");
  await giveAmount(visitor, "25");
  await leaveWords(visitor);
  await choosePayment(visitor);
  const groupReady = tipOf("summary");

  const voucherOf = (name: string) => here().replace(`/${name}`, "");
  await visitor.visit("/voucher");
  await fillVoucher(visitor, { email: "ida@fans.example" });
  const voucherDraft = voucherOf("payment");
  await chooseCard(visitor);
  const voucherReady = voucherOf("summary");

  await comeToSummary(visitor);
  await confirm(visitor);
  const payPage = here();
  await payWith(visitor, "INETCASH_CC", "success");
  await thanked(visitor);
  await look();
  const paid = tokenOf(here());
  const receipt = await page.locator("a[href^='/receipt/']").first().getAttribute("href");

  await comeToSummary(visitor);
  await confirm(visitor);
  await payWith(visitor, "INETCASH_CC", "declined");
  await page.waitForURL("**/payment/failed*");
  await look();
  const declined = new URL(page.url()).searchParams.get("payment") ?? "";

  await comeToSummary(visitor);
  await confirm(visitor);
  await payWith(visitor, "INETCASH_CC", "challenge");
  await page.waitForURL("**/challenge");
  const challengePage = here().replace("/challenge", "");

  await comeToSummary(visitor, { type: "INETCASH_OB" });
  await confirm(visitor);
  await payWith(visitor, "INETCASH_OB", "later");
  await page.waitForURL("**/payment/success/*");
  await look();
  const waiting = tokenOf(here());
  const unused = { mail: "", picture: "", publicPicture: "", privatePicture: "" };
  return {
    ...unused,
    ...{
      draft,
      ready,
      groupDraft,
      groupReady,
      voucherDraft,
      voucherReady,
      pictured: draft,
      waiting,
      paid,
      declined,
      payPage,
      challengePage,
    },
    receipt: receipt ?? "",
  };
}

/** What pages say to those who left out everything. */
async function refuseForms(visitor: Visitor, look: () => Promise<void>): Promise<void> {
  const { page, t } = visitor;
  for (const path of ["/login", "/register", "/password/forgot"]) {
    await visitor.visit(path);
    await page.locator("main form button[type=submit]").last().click();
    await look();
  }
  await visitor.visit(`/${CREATOR.username}`);
  await page.getByLabel(t("tip:amount.own")).fill("0.10");
  await page.getByRole("button", { name: t("tip:amount.next") }).click();
  await look();
  await visitor.visit(`/${CREATOR.username}`);
  await giveAmount(visitor, "5");
  await leaveWords(visitor);
  await page.getByLabel(t("tip:payment.email")).fill("nobody");
  await page.getByRole("button", { name: t("tip:payment.next") }).click();
  await look();
}

/** What people, countries and others are called, the longest first: it is the same in every language. */
async function dataOf({ db }: DemoDatabase): Promise<string[]> {
  const people = await db.selectFrom("users").select(["name", "username"]).execute();
  const groups = await db.selectFrom("grouplists").select("name").execute();
  const items = await db.selectFrom("tribute_items").select("name").execute();
  const voices = await db.selectFrom("testimonial_texts").select("text").where("locale", "=", "en").execute();
  const words = await db.selectFrom("users").select(["about", "goal_title"]).execute();
  const fans = await db
    .selectFrom("tips")
    .select(["sender_name", "message"])
    .where("show_on_page", "=", true)
    .execute();
  const countries = await db.selectFrom("countries").select("iso_3166_1").execute();
  const regions = new Intl.DisplayNames("en-GB", { type: "region" });
  const names = new Intl.DisplayNames("en-GB", { type: "currency" });
  const months = new Intl.DateTimeFormat("en-GB", { month: "long" });
  const currencies = await db.selectFrom("currencies").select("code").execute();
  const types = ["INETCASH_CC", "INETCASH_DB", "INETCASH_OB", "INETCASH_DD"] as const;
  const { OPERATOR_PROCESSORS, ...operator } = z.object(operatorSettings).parse({});
  const known = [
    ...people.flatMap(({ name, username }) => [name, username]),
    ...groups.map(({ name }) => name),
    ...items.map(({ name }) => name),
    ...voices.map(({ text }) => text),
    ...words.flatMap(({ about, goal_title }) => [about, goal_title]),
    ...fans.flatMap(({ sender_name, message }) => [sender_name, message]),
    // A kept payment method, as its provider names it.
    "Visa •••• 4242",
    // Who runs the demo.
    ...Object.values(operator).flatMap((line) => line.split(", ")),
    ...OPERATOR_PROCESSORS.flatMap(({ who, purpose }) => [who, purpose]),
    ...countries.map(({ iso_3166_1 }) => regions.of(iso_3166_1)),
    ...currencies.flatMap(({ code }) => [names.of(code.trim()), code.trim()]),
    ...Array.from({ length: 12 }, (_, month) => months.format(new Date(2026, month, 15))),
    ...Object.values(SOCIAL_NETWORKS).map(({ label }) => label),
    ...types.flatMap((type) => testInstruments(type).map(({ value }) => value)),
    // The names of languages, of the product and of its addresses.
    ...["Deutsch", "English", "tribute", "localhost", MADE_UP],
    // The platform's own pages elsewhere, as the demo has them.
    ...["Mastodon", "Bluesky"],
    // Who issues receipts, as the demo has it.
    ...["Tribute (demo)", "Beispielstraße 1", "10115 Berlin", "DE000000000"],
    // What the fan of this test wrote.
    ...["Ida", "Das Lied mit dem Regen!"],
    // Who writes in the samples of mails.
    ...["Nora", "The Quiet Choir", "Sandpay"],
  ];
  return known
    .filter((text): text is string => Boolean(text))
    .sort((one, other) => other.length - one.length);
}

/** What of the page in the window is untranslated, and what is wider than its place. */
async function readPage(page: Page, data: readonly string[]): Promise<string[]> {
  const { texts, wide } = await page.evaluate(shownTexts);
  const saysMore = (text: string, letters: RegExp) => {
    // Addresses, ids, numbers of receipts, codes of vouchers, initials, and lists of amounts.
    let rest = text.replace(
      /\S+@\S+|[\w.-]+\.example\b|https?:\/\/\S+|[\da-f]{8}-[\da-f-]{27}|\b(\w{4}-){2,3}\w{4}\b|^\p{Lu}{1,2}$|\p{Sc}[\d.]+ and (?=\p{Sc})/gu,
      "",
    );
    for (const known of data) rest = rest.replaceAll(known, "•");
    // A list of names has the sign of its language.
    return letters.test(rest.replaceAll("• and •", ""));
  };
  // Names of people are cut where they are too long.
  const cut = wide.filter(({ text }) => saysMore(text, /\p{L}/u));
  return [
    ...texts.filter((text) => saysMore(text, /[a-z]{2}/i)).map((text) => `untranslated: ${text}`),
    ...cut.map(({ how, what, text }) => `${how}: ${what} ${text.slice(0, 60)}`),
  ];
}

/** In the browser: every text that is shown or read out, and every element that sticks out of the page or is cut off. */
function shownTexts(): { texts: string[]; wide: { how: string; what: string; text: string }[] } {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || element.closest("script, style, template, code")) continue;
    // A name that may break at its dots is one text.
    const isBroken = element.querySelector(":scope > wbr") !== null;
    texts.push((isBroken ? element : node).textContent ?? "");
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [alt], [title]")) {
    for (const name of ["aria-label", "placeholder", "alt", "title"])
      texts.push(element.getAttribute(name) ?? "");
  }
  const wide: { how: string; what: string; text: string }[] = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.closest(".hidden-visually, option")) continue;
    const style = getComputedStyle(element);
    const isCut = style.overflowX !== "visible" && style.display !== "inline";
    const isOut = element.getBoundingClientRect().right > window.innerWidth + 0.5;
    const what = `${element.tagName.toLowerCase()}.${element.className}`;
    const text = element.textContent ?? "";
    // A row that one scrolls sideways shows all of its items.
    if (element.closest(".members")) continue;
    if (isOut) wide.push({ how: "leaves the page", what, text });
    else if (isCut && element.scrollWidth > element.clientWidth + 1)
      wide.push({ how: "is cut off", what, text });
  }
  return { texts: texts.map((text) => text.trim()).filter((text) => text !== ""), wide };
}
