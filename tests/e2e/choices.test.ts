import { describe, expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { CREATOR, comeToSummary, giveAmount, leaveWords } from "../support/http/fan.ts";

/** Presses a button of the footer that leads back to the page it stands on. */
async function choose({ page }: Visitor, name: string): Promise<void> {
  const before = page.url();
  await Promise.all([
    page.waitForResponse((response) => response.status() === 303),
    page.getByRole("contentinfo").getByRole("button", { name, exact: true }).click(),
  ]);
  await page.waitForURL(before);
  await page.getByRole("contentinfo").getByRole("button", { name, exact: true, pressed: true }).waitFor();
}

async function cookie({ page }: Visitor, name: string) {
  return (await page.context().cookies()).find((each) => each.name === name);
}

function background({ page }: Visitor): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

const LIGHT = "rgb(250, 248, 245)";
const DARK = "rgb(18, 21, 27)";

describe.for(TWO_WAYS)("choices, script $script, $locale, $width px", (circumstances) => {
  const other = circumstances.locale === "de" ? ("en" as const) : ("de" as const);
  const names = { de: "Deutsch", en: "English" };

  test("the language follows the browser until another one is chosen, which stays", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    const lang = () => page.getAttribute("html", "lang");
    await visitor.visit(`/${CREATOR.username}/12.50`);
    expect(await lang()).toBe(circumstances.locale);
    expect(await cookie(visitor, "locale")).toBeUndefined();
    await choose(visitor, names[other]);
    expect(await lang()).toBe(other);
    expect(await cookie(visitor, "locale")).toMatchObject({ value: other, httpOnly: true, sameSite: "Lax" });
    expect((await cookie(visitor, "locale"))?.expires).toBeGreaterThan(Date.now() / 1000 + 364 * 86_400);
    await visitor.visit("/");
    expect(await lang()).toBe(other);
    await choose(visitor, names[circumstances.locale]);
    expect(await lang()).toBe(circumstances.locale);
    await visitor.visit(`/${CREATOR.username}`);
    await giveAmount(visitor, "7");
    await leaveWords(visitor, { name: "Ida" });
    await choose(visitor, names[other]);
    expect(await lang()).toBe(other);
    expect(page.url()).toMatch(/\/payment$/);
    // The one in the head says where it leads in the language that it leads to.
    await page.getByRole("banner").getByRole("button").click();
    await page.getByRole("heading", { name: t("tip:payment.question") }).waitFor();
  });

  test("the theme follows the system until one is chosen, and back again", async () => {
    const visitor = await open({ ...circumstances, dark: true });
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    expect(await background(visitor)).toBe(DARK);
    await choose(visitor, t("common:choice.light"));
    expect(await page.getAttribute("html", "data-theme")).toBe("light");
    expect(await background(visitor)).toBe(LIGHT);
    await comeToSummary(visitor);
    expect(await background(visitor)).toBe(LIGHT);
    await visitor.looksRight();
    await choose(visitor, t("common:choice.dark"));
    await page.emulateMedia({ colorScheme: "light" });
    expect(await background(visitor)).toBe(DARK);
    await choose(visitor, t("common:choice.system"));
    expect(await cookie(visitor, "theme")).toBeUndefined();
    expect(await background(visitor)).toBe(LIGHT);
  });

  test("the cookie notice disappears when it is dismissed, and does not come back", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    const notice = page.getByRole("complementary", { name: t("common:notice.label") });
    await notice.getByRole("button", { name: t("common:notice.done") }).click();
    await notice.waitFor({ state: "detached" });
    expect(page.url()).toMatch(new RegExp(`/${CREATOR.username}$`));
    await visitor.visit("/");
    expect(await notice.count()).toBe(0);
  });
});

describe.for(TWO_WAYS)("an amount in the address, script $script, $locale, $width px", (circumstances) => {
  test("an amount in the address is typed in, is cut to the largest tip, or is a page that does not exist", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    const isGerman = circumstances.locale === "de";
    const own = page.getByLabel(t("tip:amount.own"));
    await visitor.visit(`/${CREATOR.username}/12.50`);
    expect(await own.inputValue()).toBe(isGerman ? "12,50" : "12.50");
    await visitor.visit(`/${CREATOR.username}/900`);
    await page.getByText(t("tip:amount.capped", { maximum: isGerman ? "500,00 €" : "€500.00" })).waitFor();
    expect(await own.inputValue()).toBe(isGerman ? "500,00" : "500.00");
    await visitor.looksRight();
    await page.getByRole("button", { name: t("tip:amount.next") }).click();
    await page
      .getByText(t("tip:steps.for", { amount: isGerman ? "500,00 €" : "€500.00", name: CREATOR.name }))
      .waitFor();

    visitor.expectStatus(404);
    for (const path of ["abc", "0.50", "-5", "5e2"]) {
      await visitor.visit(`/${CREATOR.username}/${path}`);
      await page
        .getByText(isGerman ? "Diese Seite wurde nicht gefunden" : "This page could not be found")
        .waitFor();
    }
  });

  test("an amount in the address chooses a preset where there are presets", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await visitor.visit("/wren.field");
    const chosen = page.locator("input[name=choice]:checked");
    expect(await page.locator("input[name=choice]").count()).toBe(5);
    expect(await chosen.inputValue()).toBe("10.00");
    await visitor.looksRight();
    await visitor.visit("/wren.field/25");
    expect(await chosen.inputValue()).toBe("25.00");
  });
});
