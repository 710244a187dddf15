import { extractText } from "unpdf";
import { describe, expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { chooseCard, fillVoucher, readShownCode } from "../support/browser/voucher-buyer.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { confirm, failed, payWith, plain } from "../support/http/fan.ts";
import { ask } from "../support/http/http-requests.ts";

const CODE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

/** The mail with the way to the voucher, once it is there. */
async function mailTo(recipient: string): Promise<{ text: string; html: string }> {
  const mails = records().selectFrom("demo_mailbox").selectAll().where("recipient", "=", recipient);
  await eventually("the voucher's mail is there", async () => (await mails.execute()).length > 0);
  return await mails.executeTakeFirstOrThrow();
}

describe.for(TWO_WAYS)("buying a voucher with %o", (circumstances) => {
  const { locale, script } = circumstances;

  test("the form, the payment and the summary lead to the code, which the mail's link shows again, as a PDF too", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    const email = `voucher.${locale}@fans.example`;
    await visitor.visit("/");
    const footer = page.getByRole("contentinfo");
    await footer.getByText(t("common:footer.more"), { exact: true }).click();
    await footer.getByRole("link", { name: t("common:footer.voucher") }).click();
    await page.waitForURL("**/voucher");
    await visitor.looksRight();
    await fillVoucher(visitor, { preset: "50", message: "Zum Geburtstag!", name: "Ida", email });
    await visitor.looksRight();
    await page.getByRole("link", { name: t("vouchers:steps.backTo.form") }).click();
    await page.waitForURL(/\/voucher\?voucher=/);
    expect(await page.getByLabel(t("vouchers:buy.email")).inputValue()).toBe(email);
    expect(await page.getByLabel(t("vouchers:buy.message")).inputValue()).toBe("Zum Geburtstag!");
    await page.getByRole("button", { name: t("vouchers:buy.next") }).click();
    await page.waitForURL(/\/payment$/);
    await chooseCard(visitor);
    await visitor.looksRight();
    expect(await page.getByRole("blockquote").innerText()).toContain("Zum Geburtstag!");
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    const code = await readShownCode(visitor);
    expect(code).toMatch(CODE);
    await visitor.looksRight();
    if (script) await page.getByRole("button", { name: t("vouchers:card.copy") }).waitFor();
    const result = page.url();

    const mail = await mailTo(email);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain("/voucher/withdrawal");
      expect(part).not.toContain(code);
    }
    const link = /https?:\/\/[^\s"]+(\/voucher\/code\/[\w-]{43})/.exec(mail.text)?.[1] ?? "";
    const reader = await open({ ...circumstances, width: 320, dark: true });
    await reader.visit(link);
    expect(plain(await reader.page.locator(".digits").innerText())).toBe(code);
    await reader.looksRight();
    const href = await reader.page.getByRole("link", { name: t("vouchers:card.pdf") }).getAttribute("href");
    const pdf = await ask(new URL(href ?? "", result).href);
    const { text } = await extractText(new Uint8Array(pdf.body), { mergePages: true });
    expect(text).toContain(code);
    // Another browser that has the payment's address sees that it is paid, and no code.
    await reader.visit(new URL(result).pathname);
    await reader.page.getByRole("heading", { name: t("vouchers:bought.heading") }).waitFor();
    expect(await reader.page.locator(".digits").count()).toBe(0);
    await page.getByRole("link", { name: t("result:success.receipt") }).click();
    await page.getByText(t("vouchers:receipt.seller")).waitFor();
    await visitor.looksRight();
  });

  test("a card that is declined leads back to the voucher with everything kept", async () => {
    const visitor = await open({ ...circumstances, width: 320 });
    const { page, t } = visitor;
    await visitor.visit("/voucher/12.50");
    await fillVoucher(visitor, { email: "declined@fans.example", message: "Bleibt da" });
    await chooseCard(visitor);
    await visitor.looksRight();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "declined");
    await failed(visitor);
    await visitor.looksRight();
    await page.getByRole("link", { name: t("result:failed.again") }).click();
    expect(await page.getByRole("blockquote").innerText()).toContain("Bleibt da");
  });

  test("what is wrong in the form is said at once, at every field, and what was typed stays", async () => {
    const visitor = await open({ ...circumstances, width: 320, dark: true });
    const { page, t } = visitor;
    await visitor.visit("/voucher");
    visitor.expectStatus(422);
    await page.getByLabel(t("vouchers:buy.own")).fill("4");
    await page.getByLabel(t("vouchers:buy.name")).fill("Ida");
    await page.getByRole("button", { name: t("vouchers:buy.next") }).click();
    await page.getByRole("alert").first().waitFor();
    const summary = await page.getByRole("alert").first().innerText();
    expect(summary).toContain(t("errors:email.required"));
    expect(summary).toContain(t("errors:country.required"));
    expect(await page.getByLabel(t("vouchers:buy.name")).inputValue()).toBe("Ida");
    await visitor.looksRight();
  });
});
