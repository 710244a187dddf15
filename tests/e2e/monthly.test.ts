import { describe, expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { makeSeries, seriesRow } from "../support/http/monthly-tips.ts";

async function linkIn(recipient: string, link: RegExp): Promise<string> {
  const mails = records().selectFrom("demo_mailbox").select("text").where("recipient", "=", recipient);
  const found = async () => (await mails.execute()).flatMap(({ text }) => link.exec(text)?.[0] ?? []);
  await eventually(`a mail with ${link.source}`, async () => (await found()).length > 0);
  return (await found()).at(-1) ?? "";
}

describe.for(TWO_WAYS)("a monthly tip with %o", (circumstances) => {
  test("is found by its address, changed, paused and stopped", async () => {
    const visitor = await open({ ...circumstances, dark: !circumstances.script });
    visitor.expectStatus(422);
    const { page, t } = visitor;
    const { id, email, path } = await makeSeries();
    await visitor.visit("/cancel");
    await page.getByRole("link", { name: t("contracts:links.other") }).click();
    await page.getByLabel(t("contracts:email")).fill(email);
    await page.getByRole("button", { name: t("contracts:links.go") }).click();
    await page.getByRole("heading", { name: t("contracts:links.sentTitle") }).waitFor();
    await visitor.looksRight();
    expect(await linkIn(email, /\/monthly\/[\w-]{43}/)).toBe(path);

    await visitor.visit(path);
    await visitor.looksRight();
    const line = (text: string) => page.locator("summary").filter({ hasText: text });
    const change = t("monthly:lines.change");
    await line(change).first().focus();
    await page.keyboard.press("Enter");
    await page.getByLabel(t("monthly:amount.label")).fill("0");
    await page.getByRole("button", { name: t("monthly:amount.check") }).click();
    await page.locator("[aria-invalid=true]").waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("monthly:amount.label")).fill("10");
    await page.getByRole("button", { name: t("monthly:amount.check") }).click();
    await page.getByRole("heading", { name: t("monthly:amount.title") }).waitFor();
    await visitor.looksRight();
    await page.locator("main form button").first().click();
    await page.getByText(t("monthly:done.amount")).waitFor();
    expect((await seriesRow(id)).amount_minor).toBe(10_00);

    await line(t("monthly:lines.pause")).click();
    await page.getByRole("button", { name: t("monthly:pause.apply") }).click();
    await page.getByText(t("monthly:done.paused")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("monthly:stop.link") }).click();
    await page.getByRole("heading", { name: t("monthly:stop.title") }).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("monthly:stop.go") }).click();
    await page.getByRole("link", { name: t("monthly:over.again") }).waitFor();
    await visitor.looksRight();
    expect((await seriesRow(id)).status).toBe("ENDED");
  });

  test("is cancelled without a login by one press in the mailbox", async () => {
    const visitor = await open(circumstances);
    visitor.expectStatus(422);
    const { page, t } = visitor;
    const { id, email } = await makeSeries();
    await visitor.visit("/faq");
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: t("common:footer.cancellation") })
      .click();
    await page.getByRole("heading", { name: t("contracts:cancel.title") }).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("contracts:cancel.go") }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("contracts:name"), { exact: true }).fill("Ida Muster");
    await page.getByLabel(t("contracts:email"), { exact: true }).fill(email);
    await page.getByRole("button", { name: t("contracts:cancel.go") }).click();
    await page.getByRole("heading", { name: t("contracts:received") }).waitFor();
    await visitor.looksRight();
    await visitor.visit(await linkIn(email, /\/cancel\/[\w-]{43}/));
    await visitor.looksRight();
    await page.getByRole("button", { name: t("contracts:all.go") }).click();
    await page.getByRole("heading", { name: t("contracts:all.doneTitle") }).waitFor();
    await visitor.looksRight();
    expect((await seriesRow(id)).status).toBe("ENDED");
  });
});
