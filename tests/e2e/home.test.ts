import { describe, expect, inject, test } from "vitest";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { plain, step } from "../support/http/fan.ts";

const CREATORS = new Set(demoCreators.map(({ username }) => username));

/** The addresses of links in a part of the page, as they stand there. */
async function linksIn({ page }: Visitor, part: string): Promise<string[]> {
  return await page
    .locator(`${part} a[href]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

/** Fetches a path as the visitor's browser would. */
async function statusOf({ page }: Visitor, path: string): Promise<number> {
  return (await page.request.get(path)).status();
}

describe.for(TWO_WAYS)("home, script $script, $locale, $width px", (circumstances) => {
  const t = i18nFor(circumstances.locale).getFixedT(circumstances.locale, ["home", "common", "tip"]);
  const other = circumstances.locale === "de" ? "en" : "de";

  test("the home page is the product to try: an amount that is chosen there leads to the second step of a tip of it", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await visitor.visit("/");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(t("home:hero.heading"));
    const card = page.locator("form.try");
    const name = await card.locator(".try-who b").innerText();
    const chips = card.getByRole("radio");
    expect(await chips.count()).toBeGreaterThan(2);
    const chosen = card.locator("label.chip").nth(2);
    const amount = plain(await chosen.innerText());
    await chosen.click();
    expect(await chips.nth(2).isChecked()).toBe(true);
    await card.getByRole("button", { name: t("home:try.next") }).click();
    await page.waitForURL(step("details"));
    const told = plain(await page.locator(".recipient, main").first().innerText());
    expect(told).toContain(name);
    // The step names the amount with its cents, the card without them.
    expect(told).toContain(amount.replace(/(\d+)/, circumstances.locale === "de" ? "$1,00" : "$1.00"));
  });

  test("the home page shows creators, and each of their pages is there", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await visitor.visit("/");
    const links = await linksIn(visitor, ".tiles");
    expect(links.length).toBe(8);
    expect(new Set(links).size).toBe(8);
    for (const link of [...links, ...(await linksIn(visitor, ".voice"))]) {
      expect(CREATORS.has(link.slice(1)), link).toBe(true);
      expect(await statusOf(visitor, link), link).toBe(200);
    }
    const first = page.locator(".tiles a").first();
    const name = await first.locator("b").innerText();
    await first.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await visitor.visit("/");
    await page.getByRole("link", { name: t("home:hero.browse") }).click();
    expect(page.url()).toMatch(/\/#featured$/);
  });

  test("the home page has only links that answer", async () => {
    const visitor = await open(circumstances);
    await visitor.visit("/");
    const links = new Set([
      ...(await linksIn(visitor, "header")),
      ...(await linksIn(visitor, "main")),
      ...(await linksIn(visitor, "footer")),
    ]);
    const paths = [...links].filter((link) => link.startsWith("/"));
    expect(paths).toEqual(expect.arrayContaining(["/terms", "/imprint", "/privacy", "/complaint-policy"]));
    for (const path of paths) expect([path, await statusOf(visitor, path)]).toEqual([path, 200]);
    const elsewhere = [...links].filter((link) => !/^[/#]/.test(link));
    expect(elsewhere.sort()).toEqual([
      "https://bluesky.example",
      "https://mastodon.example",
      "mailto:hello@tribute.example",
      "mailto:removal@tribute.example",
    ]);
  });

  test("the home page offers signing up in sight, on a phone too", async () => {
    const visitor = await open(circumstances);
    visitor.expectStatus(401);
    await visitor.visit("/");
    const signUp = visitor.page
      .getByRole("banner")
      .getByRole("link", { name: visitor.t("common:nav.signup") });
    expect(await signUp.isVisible()).toBe(true);
    await signUp.click();
    await visitor.page.waitForURL("**/register");
  });

  test("the home page says which version it is", async () => {
    const visitor = await open(circumstances);
    await visitor.visit("/");
    await visitor.page.getByRole("contentinfo").getByText("v1.28.0").waitFor();
  });

  test("the home page speaks another language when asked to, here and on the page where one asks", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    const theirs = i18nFor(other).getFixedT(other, ["home"]);
    const turn = page.getByRole("contentinfo").getByRole("button", {
      name: other === "de" ? "Deutsch" : "English",
      exact: true,
    });
    await visitor.visit("/");
    await turn.click();
    await page.getByRole("heading", { level: 1, name: theirs("home:hero.heading") }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.context().clearCookies();
    await visitor.visit("/terms");
    await page.getByRole("banner").getByRole("button").click();
    await page.locator(`html[lang=${other}]`).waitFor({ state: "attached" });
    expect(new URL(page.url()).pathname).toBe("/terms");
  });

  test("the home page shows the cookie notice, with a link to more, until it is dismissed", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await visitor.visit("/");
    const notice = page.getByRole("complementary", { name: t("common:notice.label") });
    expect(await page.context().cookies()).toEqual([]);
    await notice.getByRole("link", { name: t("common:notice.more") }).click();
    await page.waitForURL("**/privacy");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await notice.count()).toBe(1);
    await notice.getByRole("button", { name: t("common:notice.done") }).click();
    await notice.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${inject("product").url}/privacy`);
    for (const path of ["/", "/privacy", "/joerdis"]) {
      await visitor.visit(path);
      expect([path, await notice.count()]).toEqual([path, 0]);
    }
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: "notice", value: "seen", httpOnly: true, sameSite: "Lax" });
  });
});
