import { afterAll, beforeAll, expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { createDemoDatabase, type TestDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/http/product.ts";

const DEMO_PASSWORD = "thank-you-note";

// What stands on every page for a while has a product of its own: in its December.
let database: TestDatabase;
let product: Product;

beforeAll(async () => {
  const demo = await createDemoDatabase();
  database = demo;
  product = await startProduct(
    demo.url,
    { SEASON_DATE: "2026-12-24", TRUSTED_PROXIES: "127.0.0.1,::1" },
    demo,
  );
});
afterAll(async () => {
  await product.stop();
  await database.drop();
});

const place = (address: string) => ({ url: product.url, address });
const textsOf = ({ circumstances: { locale } }: Visitor) =>
  i18nFor(locale).getFixedT(locale, ["announcements", "auth", "account", "errors", "traffic"]);

/** One of the demo's two operators, whose codes stand on the page of its mails. */
async function openAsOperator(circumstances: Visitor["circumstances"], which: 0 | 1): Promise<Visitor> {
  const visitor = await open(circumstances, place(`192.0.2.${which + 1}`));
  const { page } = visitor;
  const t = textsOf(visitor);
  visitor.expectStatus(401, 422);
  await visitor.visit("/login");
  await page.getByLabel(t("auth:email")).fill(`${which === 0 ? "" : "second-"}operator@tribute.example`);
  await page.getByLabel(t("auth:password"), { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: t("auth:login.go") }).click();
  await page.waitForURL("**/login/code*");
  const form = page.url();
  await visitor.visit("/dev/mail");
  const code = await page.locator(".secret").nth(which).innerText();
  await page.goto(form);
  await page.getByLabel(t("account:factor.code")).fill(code);
  await page.getByRole("button", { name: t("auth:login.go") }).click();
  await page.waitForURL("**/admin");
  return visitor;
}

/** "2026-11-23T08:00" in Berlin, so many minutes from now. */
const minuteInBerlin = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000)
    .toLocaleString("sv-SE", { timeZone: "Europe/Berlin" })
    .slice(0, 16)
    .replace(" ", "T");

test("an operator puts an event up and ends it, and guests see it come and go, with script and without", async () => {
  for (const [index, circumstances] of TWO_WAYS.entries()) {
    // A code of the second factor counts once, so there are two operators.
    const visitor = await openAsOperator(circumstances, index === 0 ? 0 : 1);
    const { page } = visitor;
    const t = textsOf(visitor);
    await visitor.visit("/admin/announcements");
    await visitor.looksRight();
    await page.getByRole("link", { name: t("newEvent") }).click();
    await page.getByLabel(t("starts")).fill(minuteInBerlin(-60));
    await page.getByLabel(t("ends")).fill(minuteInBerlin(-120));
    for (const name of ["English", "Deutsch"]) {
      await page.getByLabel(t("titleOf", { name })).fill(`Fest ${index}`);
      await page.getByLabel(t("textOf", { name })).fill("Drei Tage Musik");
    }
    await page.getByRole("button", { name: t("publish") }).click();
    await page.getByText(t("errors:announcement.order")).first().waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("ends")).fill(minuteInBerlin(120));
    await page.getByLabel(t("url")).fill("/faq");
    await page.getByRole("button", { name: t("publish") }).click();
    await page.getByText(t("done.created")).waitFor();
    await visitor.looksRight();

    const guest = await open(circumstances, place(`192.0.2.${index + 11}`));
    await eventually("guests see the event", async () => {
      await guest.visit("/joerdis");
      return (await guest.page.getByText(`Fest ${index}`).count()) === 1;
    });
    await guest.looksRight();
    expect(await guest.page.locator("aside.event a").getAttribute("href")).toBe("/faq");

    await page.getByRole("link", { name: `Fest ${index}` }).click();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("end") }).click();
    await page.getByText(t("done.ended")).waitFor();
    await eventually("guests do not see it any more", async () => {
      await guest.visit("/joerdis");
      return (await guest.page.locator("aside.event").count()) === 0;
    });
    await page.getByRole("link", { name: `Fest ${index}` }).click();
    await page.getByRole("heading", { name: t("overTitle") }).waitFor();
    await visitor.looksRight();

    await visitor.visit("/admin/traffic");
    await visitor.looksRight();
    await page.close();
  }
});

const WIDE = { script: true, locale: "en", width: 1280 } as const;
const flakes = (visitor: Visitor) => visitor.page.locator(".season i").count();

/** Whether the page has loaded what shows the season. */
const hasSeason = () =>
  performance
    .getEntriesByType("resource")
    .some(({ name, duration }) => /\/season-[\w-]+\.js$/.test(name) && duration > 0);

test("in December 150 flakes fall, which nobody can press and nobody hears of", async () => {
  const visitor = await open(WIDE, place("192.0.2.31"));
  await visitor.page.emulateMedia({ reducedMotion: "no-preference" });
  await visitor.visit("/joerdis");
  await eventually("it snows", async () => (await flakes(visitor)) === 150);
  expect(await visitor.page.locator(".season").getAttribute("aria-hidden")).toBe("true");
  await visitor.page.getByRole("link", { name: "Tribute", exact: false }).first().click();
  await visitor.page.waitForURL(`${product.url}/`);
  // Who asks for less motion while it snows sees it stop.
  await eventually("it snows there, too", async () => (await flakes(visitor)) === 150);
  await eventually("one page has become the other", () =>
    visitor.page.evaluate(() => !Reflect.get(document, "activeViewTransition")),
  );
  await visitor.page.emulateMedia({ reducedMotion: "reduce" });
  await eventually("it stopped", async () => (await flakes(visitor)) === 0);
});

test("who asks for less motion, saves data or has no script is sent no snow", async () => {
  const still = await open(WIDE, place("192.0.2.32"));
  await still.visit("/joerdis");
  await eventually("the season's part is there", () => still.page.evaluate(hasSeason));
  await still.page.waitForLoadState("networkidle");
  expect(await flakes(still)).toBe(0);

  const saving = await open(WIDE, place("192.0.2.33"));
  await saving.page.emulateMedia({ reducedMotion: "no-preference" });
  await saving.page.setExtraHTTPHeaders({ "Save-Data": "on", "X-Forwarded-For": "192.0.2.33" });
  await saving.visit("/joerdis");
  expect(await saving.page.locator("[data-season], script[src]").count()).toBe(0);
});

test("the ghost shows for 30 of 100 views", async () => {
  const demo = await createDemoDatabase();
  const haunted = await startProduct(demo.url, { SEASON_DATE: "2026-10-31" }, demo);
  try {
    for (const [chance, ghosts] of [
      [0.2999, 1],
      [0.3, 0],
    ] as const) {
      const visitor = await open(WIDE, { url: haunted.url, address: "192.0.2.41" });
      const { page } = visitor;
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await page.addInitScript((value) => {
        Math.random = () => value;
      }, chance);
      await visitor.visit("/joerdis");
      await eventually("the season's part is there", () => page.evaluate(hasSeason));
      await page.waitForLoadState("networkidle");
      if (ghosts === 1) await page.locator(".season svg").waitFor({ state: "attached" });
      expect(await page.locator(".season svg").count()).toBe(ghosts);
    }
  } finally {
    await haunted.stop();
    await demo.drop();
  }
});
