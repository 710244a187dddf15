import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { businessDate } from "../../app/domain/calendar.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { LANGUAGES, LOCALES } from "../../locales/index.ts";
import { TWO_WAYS } from "../support/browser/browser.ts";
import { openSignedIn, pathOf } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { openSettingsWorld, type SettingsWorld } from "../support/http/settings-world.ts";

// New terms, from the operator's form to the creator's press: announced first, in force at once later.

const TERMS = "/admin/settings/words/terms";

describe.for(TWO_WAYS)("new terms, script $script, $locale, $width px", (circumstances) => {
  const { locale, script } = circumstances;
  const t = i18nFor(locale).getFixedT(locale, ["auth", "legal", "settings", "account"]);
  let world: SettingsWorld;

  beforeAll(async () => {
    world = await openSettingsWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  const openAs = async (cookie: string, path: string) => {
    const place = { url: world.first.url, address: "203.0.113.40" };
    const visitor = await openSignedIn(circumstances, { cookie }, path, place);
    const press = (name: string) =>
      visitor.page.getByRole("main").getByRole("button", { name, exact: true }).click();
    return { ...visitor, press };
  };

  /** At once without a day. */
  async function publish(words: string, day: string | null) {
    const visitor = await openAs(world.operator, TERMS);
    const { page, press } = visitor;
    if (script) await whenHydrated(page);
    for (const each of LOCALES)
      await page.getByRole("textbox", { name: LANGUAGES[each].name }).fill(`## ${words}\n\n${each}`);
    if (day !== null) await page.getByLabel(t("settings:words.valid_from")).fill(day);
    await press(t("settings:words.publish"));
    if (day === null) {
      await page.getByRole("heading", { name: t("settings:words.atOnce") }).waitFor();
      await visitor.looksRight();
      await press(t("settings:words.atOnceGo"));
    }
    await page.waitForURL("**/admin/settings/words?done=published");
    await page.getByText(t("settings:words.done.published")).waitFor();
  }

  test("are a note until they are accepted, and the way in once they are in force", async () => {
    const cookie = await world.sessionOf("joerdis@demo.example");
    await publish("Announced", businessDate(new Date(Date.now() + 40 * 86_400_000)));
    const creator = await openAs(cookie, "/dashboard");
    const { page, press } = creator;
    await page.getByRole("link", { name: t("legal:newTerms.look") }).click();
    await page.getByRole("heading", { level: 1, name: t("auth:newTerms.title") }).waitFor();
    if (script) await whenHydrated(page);
    await creator.looksRight();
    await press(t("auth:newTerms.accept"));
    await page.waitForURL("**/dashboard");
    await page.getByRole("link", { name: t("legal:newTerms.look") }).waitFor({ state: "detached" });

    await publish("In force", null);
    await creator.visit("/dashboard");
    expect(pathOf(page)).toBe("/account/terms");
    await page.getByText(t("auth:newTerms.stays")).waitFor();
    await creator.looksRight();
    for (const path of ["/payout", "/account/privacy"]) {
      await creator.visit(path);
      expect(pathOf(page)).toBe(path);
    }
    const exported = page.waitForEvent("download");
    await page.getByRole("link", { name: t("account:privacy.exportGo") }).click();
    expect((await exported).suggestedFilename()).toMatch(/\.zip$/);

    await creator.visit("/account/edit");
    expect(pathOf(page)).toBe("/account/terms");
    await page.getByRole("link", { name: t("auth:newTerms.read") }).click();
    await page.getByRole("heading", { level: 2, name: "In force" }).waitFor();
    await creator.visit("/account/terms");
    if (script) await whenHydrated(page);
    await press(t("auth:newTerms.accept"));
    await page.waitForURL("**/dashboard");
    await creator.visit("/account/edit");
    expect(pathOf(page)).toBe("/account/edit");
  });
});
