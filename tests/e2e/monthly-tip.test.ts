import { describe, expect, test } from "vitest";
import { type Circumstances, open } from "../support/browser/browser.ts";
import { CREATOR, payWith, step, thanked } from "../support/http/fan.ts";

const JOURNEYS: Circumstances[] = [
  { script: false, locale: "de", width: 360, dark: true },
  { script: true, locale: "en", width: 1280, dark: false },
];

describe.for(JOURNEYS)("a monthly tip, script $script, $locale", (circumstances) => {
  test("a monthly tip asks for an address, says what is agreed to, and is begun with its first payment", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    await visitor.visit(`/${CREATOR.username}`);
    expect(await page.getByRole("radio", { name: t("tip:amount.once") }).isChecked()).toBe(true);
    await page.getByRole("radio", { name: t("tip:amount.monthly") }).check();
    await visitor.looksRight();
    await page.locator("button[name=way]").click();
    await page.waitForURL(step("summary"));
    const email = page.getByLabel(t("tip:payment.email"));
    const pay = page.locator(".stick button");
    await pay.click();
    await page.getByRole("link", { name: t("errors:email.monthly") }).waitFor();
    await email.fill("ida@fans.example");
    const day = Number(new Intl.DateTimeFormat("en", { day: "numeric", timeZone: "Europe/Berlin" }).format());
    expect(await page.locator("form .note").innerText()).toContain(
      circumstances.locale === "de" ? `an jedem ${day}. des Monats` : `on day ${day} of each month`,
    );
    expect(await pay.innerText()).toMatch(circumstances.locale === "de" ? /^Jeden Monat/ : /each month$/);
    await visitor.looksRight();
    await pay.click();
    await page.waitForURL("**/sandbox/pay/*");
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
    expect(await page.getByRole("link", { name: t("result:success.monthly") }).getAttribute("href")).toMatch(
      /^\/monthly\/[\w-]{43}$/,
    );
    await visitor.looksRight();
  });
});
