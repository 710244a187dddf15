import { describe, expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { TWO_WAYS } from "../support/browser/browser.ts";
import { DEMO_PASSWORD, openSignedIn, pathOf, tryLogin } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { demoSession } from "../support/http/signed-in.ts";

// Typed text survives a code that is asked for, and a session that has ended.

const WORDS = "/admin/settings/words/imprint";
const LINES = "## Kontakt\n\n- „Grüße“ & mehr";

describe.for(TWO_WAYS)("script $script, $locale, $width px", (circumstances) => {
  const { locale, script } = circumstances;
  const t = i18nFor(locale).getFixedT(locale, ["auth", "admin", "settings", "account"]);

  test("a legal text stays through a wrong code, and is sent with the right one", async () => {
    const visitor = await operatorAt(circumstances, WORDS);
    const { page, operator } = visitor;
    if (script) await whenHydrated(page);
    visitor.expectStatus(403, 422);
    await records()
      .updateTable("sessions")
      .set({ code_at: new Date(Date.now() - 15 * 60_000) })
      .where("user_id", "=", operator.id)
      .execute();
    await page.getByRole("textbox", { name: "Deutsch" }).fill(LINES);
    await page.getByRole("button", { name: t("settings:words.showPreview") }).click();
    await page.getByRole("heading", { level: 1, name: t("admin:freshCode.title") }).waitFor();
    await page.getByText(t("auth:held.kept")).waitFor();
    await visitor.looksRight();
    const code = page.getByLabel(t("admin:freshCode.code"), { exact: true });
    const go = page.getByRole("button", { name: t("admin:freshCode.go"), exact: true });
    await code.fill("1");
    await go.click();
    await page.getByRole("alert").waitFor();
    await code.fill(operator.code());
    await go.click();
    await page.getByRole("heading", { level: 2, name: "Kontakt" }).waitFor();
    expect([pathOf(page), await page.getByRole("textbox", { name: "Deutsch" }).inputValue()]).toEqual([
      WORDS,
      LINES,
    ]);
  });

  test("a creator's text waits for the login in a new tab", async () => {
    const email = "joerdis@demo.example";
    const visitor = await openSignedIn(circumstances, await demoSession(email), "/account/edit");
    const { page } = visitor;
    if (script) await whenHydrated(page);
    visitor.expectStatus(401, 403);
    const field = page.getByLabel(t("account:page.about"));
    const before = await field.inputValue();
    await field.fill(`${before} Kommt bald wieder.`);
    await page.context().clearCookies({ name: /session/ });
    await page
      .getByRole("button", { name: t("account:save") })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: t("auth:held.login.title") }).waitFor();
    await visitor.looksRight();
    const opened = page.context().waitForEvent("page");
    await page
      .getByRole("main")
      .getByRole("link", { name: t("auth:held.login.go") })
      .click();
    const tab = await opened;
    await tryLogin({ ...visitor, page: tab }, email, DEMO_PASSWORD);
    await tab.waitForURL("**/dashboard");
    await page.getByRole("button", { name: t("auth:held.again") }).click();
    await eventually("the text is saved", async () => {
      const saved = records().selectFrom("users").select("about").where("email", "=", email);
      return (await saved.executeTakeFirstOrThrow()).about === `${before} Kommt bald wieder.`;
    });
    await records().updateTable("users").set({ about: before }).where("email", "=", email).execute();
  });
});
