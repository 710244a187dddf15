import { expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { logIn } from "../support/browser/creator-steps.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { PASSWORD, signInCreator } from "../support/http/signed-in.ts";

test.for(TWO_WAYS)(
  "a creator looks at the statistics, before the first tip and after, script $script, $locale, $width px",
  async (circumstances) => {
    const { locale } = circumstances;
    const creator = await signInCreator("ACTIVE", locale);
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await logIn(visitor, creator.email, PASSWORD);
    await visitor.visit("/statistics");
    await page.getByRole("heading", { name: t("statistics:empty.title") }).waitFor();
    await visitor.looksRight();
    const fan = wireFan(locale);
    const tip = await prepareTip(fan, {
      username: creator.username ?? "",
      amount: "50",
      email: "fan@fans.example",
    });
    await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");

    await visitor.visit("/dashboard");
    await page
      .getByRole("link", { name: t("account:tabs.statistics"), exact: true })
      .first()
      .click();
    await page.waitForURL("**/dashboard/statistics");
    const question = t("statistics:plots.months.question");
    const plot = page.getByRole("img", { name: t("statistics:plotTitle", { question }) });
    expect(await plot.locator("text").last().textContent()).toMatch(/50[.,]00/);
    await visitor.looksRight();
    await page.getByText(t("statistics:table.show")).first().click();
    await page.getByRole("table", { name: question }).waitFor();
    await visitor.looksRight();
  },
);
