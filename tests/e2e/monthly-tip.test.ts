import { describe, expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { CREATOR, payWith, step, thanked } from "../support/http/fan.ts";

describe.for(TWO_WAYS)("a monthly tip, script $script, $locale", (circumstances) => {
  test("a monthly tip asks for an address, says what is agreed to, and is begun with its first payment and stopped from its page", async () => {
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
    const own = page.getByRole("link", { name: t("result:success.monthly") });
    expect(await own.getAttribute("href")).toMatch(/^\/monthly\/[\w-]{43}$/);
    await visitor.looksRight();

    await own.click();
    await page.getByText("Visa •••• 4242").waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("monthly:stop.link") }).click();
    await page.getByRole("button", { name: t("monthly:stop.go") }).click();
    await page.waitForURL(/\/monthly\/[\w-]{43}$/);
    await page.getByRole("link", { name: t("monthly:over.again") }).waitFor();
    expect(await page.getByRole("link", { name: t("monthly:stop.link") }).count()).toBe(0);
    await visitor.looksRight();
  });
});
