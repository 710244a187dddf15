import { test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { TWO_WAYS } from "../support/browser/browser.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { signInCreator } from "../support/http/signed-in.ts";

test.for(TWO_WAYS)(
  "an operator refunds a part of a tip, script $script, $locale, $width px",
  async (circumstances) => {
    const { locale } = circumstances;
    const creator = await signInCreator("ACTIVE", locale);
    const fan = wireFan(locale);
    const email = `fan-${crypto.randomUUID()}@fans.example`;
    const tip = await prepareTip(fan, { username: creator.username ?? "", amount: "50", email });
    await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
    const visitor = await operatorAt(circumstances, "/admin/payments");
    const { page } = visitor;
    const t = i18nFor(locale).getFixedT(locale, ["books", "auth", "errors"]);
    visitor.expectStatus(422);
    await page.getByLabel(t("books:payments.search")).fill(email);
    await page.getByRole("button", { name: t("books:payments.go") }).click();
    // The list shows the result alone.
    const list = page.locator("table.data").first();
    await list.locator("tbody tr").nth(1).waitFor({ state: "detached" });
    await list.locator("tbody th a").click();
    await page.getByRole("heading", { name: t("books:refund.form"), exact: true }).waitFor();
    await visitor.looksRight();

    const amount = page.getByLabel(t("books:refund.amount", { currency: "EUR" }));
    await amount.fill("60");
    await page.getByRole("button", { name: t("books:refund.look") }).click();
    await page
      .getByRole("alert")
      .getByText(t("errors:refund.too_much", { left: locale === "de" ? "50,00\u00a0€" : "€50.00" }))
      .waitFor();
    await visitor.looksRight();
    await amount.fill("20");
    await page.getByRole("button", { name: t("books:refund.look") }).click();
    const given = locale === "de" ? "22,38 €" : "€22.38";
    await page.getByText(given).first().waitFor();
    await visitor.looksRight();
    const give = page.getByRole("button", { name: t("books:refund.go", { amount: given }) });
    await give.click();
    await page.getByRole("alert").getByText(t("errors:reason.required")).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("books:refund.reason"), { exact: true }).fill("A slip of the finger");
    await give.click();
    await page.getByText(t("books:payment.done.refunded")).waitFor();
    await page.getByText("A slip of the finger").waitFor();
    await visitor.looksRight();

    await visitor.visit("/admin/books");
    await page.getByRole("link", { name: t("books:books.checks") }).click();
    await page.getByRole("button", { name: t("books:books.check") }).click();
    await page.getByText(t("books:checks.done.checked")).waitFor();
    await page.getByText(t("books:books.clean")).first().waitFor();
    await visitor.looksRight();
  },
);
