import { describe, expect, inject, test } from "vitest";
import { settleRedemptions } from "../../app/domain/vouchers/redeem-voucher.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { giveSession, PASSPORT, problemAt } from "../support/browser/creator-steps.ts";
import { chooseCard, fillVoucher, readShownCode } from "../support/browser/voucher-buyer.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { confirm, payWith } from "../support/http/fan.ts";
import { buyInProduct, productWorld } from "../support/http/product-vouchers.ts";
import { PASSWORD, signInCreator } from "../support/http/signed-in.ts";
import { mailedToken, newAddress } from "../support/http/users.ts";
import { moveAccount } from "../support/money/creators.ts";

const WRONG = "0000-1111-2222-3333";

/** From an address of their own: wrong codes are counted by it. */
const openAlone = (circumstances: Visitor["circumstances"]) =>
  open(circumstances, { url: inject("product").url, address: newAddress()["X-Forwarded-For"] });

async function enter({ page, t }: Visitor, code: string): Promise<void> {
  await page.getByRole("textbox", { name: t("redeem:code") }).fill(code);
  await page.getByRole("button", { name: t("redeem:check") }).click();
}

describe.for(TWO_WAYS)("redeeming, script $script, $locale, $width px", (circumstances) => {
  const { locale, script, width } = circumstances;

  test("a creator opens the address of a voucher's QR code, sees what it is worth, and redeems it", async () => {
    const { code } = await buyInProduct({ from: "Nora", message: "Für die Saiten.\nUnd danke!" });
    const creator = await signInCreator("ACTIVE", locale);
    const visitor = await openAlone(circumstances);
    const { page, t } = visitor;
    await giveSession(visitor, creator);
    await visitor.visit("/dashboard");
    if (width === 360) await page.getByRole("link", { name: t("common:nav.menu") }).click();
    await page
      .getByRole("navigation", { name: t("drawer:label") })
      .getByRole("link", { name: new RegExp(t("drawer:voucher")) })
      .click();
    await page.waitForURL("**/voucher/redeem");
    await visitor.looksRight();
    await visitor.visit(`/voucher/redeem/${code}`);
    expect(await page.getByRole("textbox", { name: t("redeem:code") }).inputValue()).toBe(code);
    await page.getByRole("button", { name: t("redeem:check") }).click();
    await page.getByRole("blockquote").getByText("Für die Saiten.").waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: /25[.,]00/ }).click();
    await page.getByRole("status").getByText(t("redeem:done.redeemed")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("redeem:done.toTip") }).click();
    await page.waitForURL("**/dashboard/tips/*");
    await page.getByText(t("dashboard:tip.voucher")).first().waitFor();
    await visitor.looksRight();
  });

  test("a visitor registers with a voucher in hand, comes back to it, and gets its money once verified", async () => {
    const { code } = await buyInProduct({ amount: 30_00 });
    const visitor = await openAlone(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(401);
    const email = `voucher.${locale}.${Date.now()}@creators.example`;
    await visitor.visit("/voucher/redeem");
    await enter(visitor, code);
    await page.getByText(t("redeem:visitor.others")).waitFor();
    await visitor.looksRight();
    await page
      .getByRole("main")
      .getByRole("link", { name: t("redeem:visitor.register") })
      .click();
    await page.getByLabel(t("auth:email")).fill(email);
    await page.getByLabel(t("auth:password"), { exact: true }).fill(PASSWORD);
    await page.getByLabel(t("auth:passwordAgain")).fill(PASSWORD);
    await page.getByRole("checkbox").first().check();
    await page.getByLabel(t("auth:register.document")).setInputFiles(PASSPORT);
    await page.getByRole("button", { name: t("auth:register.go") }).click();
    await page.waitForURL("**/account/verify-email");
    await visitor.visit(`/register/confirm/${await mailedToken("register", email)}`);
    await page.getByRole("button", { name: t("auth:confirm.go") }).click();
    await page.waitForURL("**/register/complete");
    await page.getByLabel(t("auth:complete.username")).fill(`gutschein.${locale}`);
    await page.getByLabel(t("auth:complete.name")).fill("Ida Lund");
    await page.getByLabel(t("auth:complete.country")).selectOption({ index: 3 });
    await page.getByRole("button", { name: t("auth:complete.go") }).click();
    await page.waitForURL("**/account/verification-terms");
    await page.getByRole("button", { name: t("auth:terms.accept") }).click();
    await page.waitForURL("**/voucher/redeem");
    await page.getByText(t("redeem:becomes.pending")).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: /30[.,]00/ }).click();
    await page.getByRole("status").getByText(t("redeem:done.pending")).waitFor();
    await page.getByRole("heading", { name: t("redeem:waiting.title") }).waitFor();
    await visitor.looksRight();

    const world = productWorld();
    const db = records();
    const { id } = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    await moveAccount(world, id, ["PENDING", "ACTIVE"]);
    await settleRedemptions(world);
    await visitor.visit("/dashboard");
    await page.locator("details[name=tip] summary").first().click();
    await page.getByText(t("dashboard:tip.voucher")).first().waitFor();
    await visitor.looksRight();
  });

  test("codes that are wrong, used or expired say so, and five wrong ones lock for an hour", async () => {
    const [expired, right] = [await buyInProduct(), await buyInProduct()];
    const past = new Date(Date.now() - 1000);
    await records().updateTable("vouchers").set({ expires_at: past }).where("id", "=", expired.id).execute();
    const visitor = await openAlone(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    await visitor.visit("/voucher/redeem");
    for (const [code, text] of [
      ["7K2M", t("errors:voucher.code_shape")],
      [expired.code, t("errors:voucher.expired")],
    ] as const) {
      await enter(visitor, code);
      await page.getByRole("alert").getByText(text).waitFor();
      expect(await problemAt(page, t("redeem:code"))).toContain(text);
    }
    await visitor.looksRight();
    for (let each = 0; each < productRules.voucher.lockout.wrong_codes; each += 1) {
      await enter(visitor, WRONG);
      await page.getByRole("alert").waitFor();
    }
    await enter(visitor, right.code);
    await page.getByRole("alert").getByText(t("errors:voucher.blocked")).waitFor();
    await visitor.looksRight();
  });

  test("a buyer withdraws from the purchase in two steps, and a mail confirms it", async () => {
    const email = `withdraws.${locale}.${Date.now()}@buyers.example`;
    const visitor = await openAlone(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(401);
    await visitor.visit("/voucher");
    await fillVoucher(visitor, { preset: "25", email });
    await chooseCard(visitor);
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    const code = await readShownCode(visitor);
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: t("common:footer.withdrawal") })
      .click();
    await page.locator("main a[href='/voucher/withdrawal']").click();
    await page.waitForURL("**/voucher/withdrawal");
    await visitor.looksRight();
    await page.getByRole("textbox", { name: t("redeem:code") }).fill(code);
    await page.getByLabel(t("redeem:withdraw.email")).fill(email.toUpperCase());
    await page.getByRole("button", { name: t("redeem:withdraw.next") }).click();
    await page.getByText(t("redeem:withdraw.confirmIntro")).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("redeem:withdraw.go") }).click();
    await page.getByRole("status").getByText(t("redeem:withdraw.done")).waitFor();
    await visitor.looksRight();
    const mails = records().selectFrom("demo_mailbox").select("subject").where("recipient", "=", email);
    await eventually("the withdrawal is confirmed", async () => (await mails.execute()).length >= 2);
    visitor.expectStatus(422);
    await visitor.visit("/voucher/redeem");
    await enter(visitor, code);
    await page.getByRole("alert").waitFor();
    if (script) await visitor.looksRight();
  });
});

test("the pages of vouchers fit the smallest phones, in the dark too", async () => {
  const { code } = await buyInProduct({ from: "Nora", message: "W".repeat(200) });
  const visitor = await openAlone({ script: false, locale: "de", width: 320, dark: true });
  await visitor.visit("/voucher/redeem");
  await enter(visitor, code);
  await visitor.looksRight();
  await visitor.visit("/voucher/withdrawal");
  await visitor.looksRight();
});
