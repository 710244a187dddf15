import { describe, expect, test } from "vitest";
import { unbroken } from "../../app/ui/components/unbroken.ts";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { openSummary } from "../support/browser/fan-at-summary.ts";
import { expire, paymentsOf, records, tipIdOf } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import {
  CREATOR,
  choosePayment,
  confirm,
  giveAmount,
  leaveWords,
  payWith,
  plain,
  readPrice,
  step,
  thanked,
} from "../support/http/fan.ts";

describe.for(TWO_WAYS)("a tip, script $script, $locale, $width px", (circumstances) => {
  const isGerman = circumstances.locale === "de";

  test("a tip for one of the creator's items is paid", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    await page.getByRole("radio", { name: "Neue Saiten" }).check();
    await page.getByRole("button", { name: t("tip:amount.next") }).click();
    await page.waitForURL(step("details"));
    await leaveWords(visitor);
    await choosePayment(visitor);
    await page.getByText(t("tip:summary.item", { item: "Neue Saiten" })).waitFor();
    expect(Object.values(await readPrice(visitor))[0]).toBe(isGerman ? "16,00 €" : "€16.00");
    // Nothing was said, so no quote stands there empty; the page says that it is anonymous.
    expect(await page.getByRole("blockquote").count()).toBe(0);
    await page.getByText(t("tip:summary.from", { name: t("tip:summary.anonymous") })).waitFor();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
  });

  test("a tip to a creator with presets, in pounds, is paid without a name or message", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit("/wren.field");
    const name = await page.getByRole("heading", { level: 1 }).innerText();
    await page.getByRole("radio", { name: "25" }).check();
    await page.getByRole("button", { name: t("tip:amount.next") }).click();
    await page.waitForURL(step("details"));
    await leaveWords(visitor);
    expect(await page.getByRole("radio").count()).toBe(2);
    await choosePayment(visitor, { type: "INETCASH_DB", country: "GB" });
    expect(Object.values(await readPrice(visitor))).toEqual(
      isGerman ? ["25,00 £", "2,50 £", "27,50 £"] : ["£25.00", "£2.50", "£27.50"],
    );
    await confirm(visitor);
    await payWith(visitor, "INETCASH_DB", "success");
    await thanked(visitor, name);
    // Initials stand where most of the others have a picture.
    await visitor.looksRight();
  });

  test("a tip paid in another currency shows the rate with its day, the charge, and the charge at the provider", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    await giveAmount(visitor, "50");
    await leaveWords(visitor);
    await page.getByLabel(t("tip:payment.country")).selectOption("CH");
    await page.getByLabel(t("tip:payment.currency")).selectOption("CHF");
    if (!circumstances.script) await page.getByRole("button", { name: t("tip:payment.update") }).click();
    await page.getByRole("rowheader", { name: t("tip:price.charged") }).waitFor();
    expect(await page.getByRole("radio").count()).toBe(1);
    await visitor.looksRight();
    await choosePayment(visitor, { country: "CH" });
    const price = await readPrice(visitor);
    const [what, charged = ""] = Object.entries(price).at(-1) ?? [];
    const rate = /1 EUR = ([\d.,]+) CHF/.exec(what ?? "")?.[1]?.replace(",", ".") ?? "";
    expect(what).toMatch(/\d{1,2}\.? \p{L}+ 20\d\d$/u);
    // 50.00 and 10 % of it, no VAT in Switzerland.
    const expected = (Math.round(5500 * Number(rate)) / 100).toFixed(2);
    expect(charged).toBe(isGerman ? `${expected.replace(".", ",")} CHF` : `CHF ${expected}`);
    await page.getByRole("button", { name: t("tip:summary.pay", { amount: charged }) }).waitFor();
    await confirm(visitor);
    expect(plain(await page.getByRole("heading", { level: 1 }).innerText())).toContain(charged);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
    expect(plain(await page.getByRole("row").last().innerText())).toContain(charged);
  });

  test("a tip whose pay button is pressed twice is one payment", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await openSummary(visitor);
    const tip = tipIdOf(page.url());
    const amount = isGerman ? "5,60 €" : "€5.60";
    await page.getByRole("button", { name: t("tip:summary.pay", { amount }) }).dblclick();
    // The second press takes the place of the first: its navigation is aborted, which a wait for an address would tell.
    await eventually("the provider's page is there", () => page.url().includes("/sandbox/pay/"));
    await page.getByLabel(t("sandbox:fields.number")).waitFor();
    expect(await paymentsOf(tip)).toHaveLength(1);
    const payPage = page.url();
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
    // Going back and paying again finds the first one.
    await visitor.visit(new URL(payPage).pathname);
    await page.getByText(t("sandbox:states.paidText")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("sandbox:states.back") }).click();
    await thanked(visitor);
    expect(await paymentsOf(tip)).toEqual([{ id: expect.any(String), status: "SUCCESS" }]);
  });

  test("a tip whose steps are opened again after paying leads to its thanks", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await openSummary(visitor);
    const summary = page.url();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
    const thanks = page.url();
    for (const name of ["details", "payment", "summary"]) {
      await visitor.visit(summary.replace("summary", name));
      expect(page.url()).toBe(thanks);
    }
  });

  test("a tip with an email gets a receipt by mail, whose link opens the receipt", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    const email = `receipt.${circumstances.locale}@fans.example`;
    await openSummary(visitor, { email });
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
    await page.getByText(t("result:success.nextMail", { email: unbroken("r…@fans.example") })).waitFor();
    await eventually("the receipt is in the mailbox", async () => {
      const mails = records().selectFrom("demo_mailbox").select("id").where("recipient", "=", email);
      return (await mails.execute()).length === 1;
    });
    await visitor.visit("/dev/mail");
    await visitor.looksRight();
    await page.getByRole("link", { name: t("mailbox:to", { recipient: email }) }).click();
    const subject = isGerman
      ? "Dein Trinkgeld für Jördis Kessler: 5,60 €"
      : "Your tip for Jördis Kessler: €5.60";
    expect(plain(await page.getByRole("heading", { level: 1 }).innerText())).toBe(subject);
    await visitor.looksRight();
    await page.getByRole("link", { name: "/receipt/" }).click();
    await page.getByRole("heading", { name: t("result:receipt.heading") }).waitFor();
    expect(Object.values(await readPrice(visitor)).at(-1)).toBe(isGerman ? "5,60 €" : "€5.60");
    await page.getByText("Ida", { exact: true }).waitFor();
  });

  test("a tip that has expired says so, and one of another fan is not found", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await openSummary(visitor);
    const summary = page.url();
    visitor.expectStatus(404, 410);
    await visitor.visit(summary.replace(`/${CREATOR.username}/`, "/wren.field/"));
    await page
      .getByText(isGerman ? "Diese Seite wurde nicht gefunden" : "This page could not be found")
      .waitFor();
    await expire(tipIdOf(summary));
    await visitor.visit(summary);
    await page.getByText(isGerman ? "Dieses Trinkgeld ist abgelaufen" : "This tip has expired").waitFor();
    await visitor.looksRight();
  });
});
