import { describe, expect, test } from "vitest";
import type { PaymentType } from "../../app/domain/payments/provider-port.ts";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { openSummary } from "../support/browser/fan-at-summary.ts";
import { comeToSummary, confirm, failed, payWith, step, thanked } from "../support/http/fan.ts";

describe.for(TWO_WAYS)("paying, script $script, $locale, $width px", (circumstances) => {
  test.for<[string, PaymentType]>([
    ["an instant bank transfer", "INETCASH_DB"],
    ["a bank transfer that is there at once", "INETCASH_OB"],
    ["a direct debit", "INETCASH_DD"],
  ])("%s ends with thank you", async ([, type]) => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await comeToSummary(visitor, { type });
    await page.locator(".line", { hasText: t(`tip:payment.types.${type}.name`) }).waitFor();
    await confirm(visitor);
    await visitor.looksRight();
    await payWith(visitor, type, "success");
    await thanked(visitor);
    await page.getByText(t("result:success.nextMessage", { name: "Jördis Kessler" })).waitFor();
  });

  test.for<PaymentType>(["INETCASH_OB", "INETCASH_DD"])(
    "a payment by %s that takes its time lets the page wait and renew itself",
    async (type) => {
      const visitor = await open(circumstances);
      const { page, t } = visitor;
      const seen = Promise.withResolvers<void>();
      // The page is looked at while it waits, however long that takes: only then it hears that it need wait no more.
      await page.route("**/api/payment/*", async (route) => {
        const response = await route.fetch();
        if ((await response.text()).includes('"SUCCESS"')) await seen.promise;
        await route.fulfill({ response });
      });
      await openSummary(visitor, { type });
      await confirm(visitor);
      await payWith(visitor, type, "later");
      const kind = type === "INETCASH_DD" ? "debit" : "transfer";
      const underWay = page.getByRole("heading", { name: t(`result:waiting.${kind}Heading`) });
      // Without script the page looks again only after some seconds, and so may never hear of the transfer's start.
      const unknown = page.getByRole("heading", { name: t(`result:waiting.${kind}Open`) });
      await (circumstances.script ? underWay : underWay.or(unknown)).waitFor();
      await visitor.looksRight();
      seen.resolve();
      const waitedOn = page.url();
      await thanked(visitor);
      expect(page.url()).toBe(waitedOn);
    },
  );

  test("a transfer that comes back fails in the end, and the waiting page says so by itself", async () => {
    const visitor = await open(circumstances);
    await openSummary(visitor, { type: "INETCASH_OB" });
    await confirm(visitor);
    await payWith(visitor, "INETCASH_OB", "returned");
    await failed(visitor);
    await visitor.page.getByText(visitor.t("result:failed.money")).waitFor();
  });

  test("a declined card moves no money, everything is kept, and the second try works", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await openSummary(visitor, { email: "zweiter.versuch@fans.example" });
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "declined");
    await failed(visitor);
    await page.getByText(t("result:failed.reasons.declined")).waitFor();
    await page.getByText(t("result:failed.money")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("result:failed.again") }).click();
    await page.waitForURL(step("summary"));
    expect(await page.getByRole("blockquote").innerText()).toContain("Das Lied mit dem Regen!");
    await page.getByText(t("tip:summary.receipt", { email: "zweiter.versuch@fans.example" })).waitFor();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
  });

  test("a declined card lets the fan pay by another way", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await openSummary(visitor);
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "funds");
    await failed(visitor);
    await page.getByRole("link", { name: t("result:failed.another") }).click();
    await page.waitForURL(step("payment"));
    await page.getByRole("radio", { name: t("tip:payment.types.INETCASH_DB.name") }).check();
    await page.getByRole("button", { name: t("tip:payment.next") }).click();
    await page.waitForURL(step("summary"));
    await confirm(visitor);
    await payWith(visitor, "INETCASH_DB", "success");
    await thanked(visitor);
  });

  test("a second step of paying says that a wrong code is wrong, and the right one pays", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await openSummary(visitor);
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "challenge");
    await page.waitForURL("**/challenge");
    await visitor.looksRight();
    visitor.expectStatus(422);
    await page.getByLabel(t("sandbox:fields.code")).fill("000000");
    await page.getByRole("button", { name: t("sandbox:challenge.confirm") }).click();
    await page
      .getByRole("alert")
      .getByRole("link", { name: t("sandbox:errors.codeWrong") })
      .waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("sandbox:fields.code")).fill("123456");
    await page.getByRole("button", { name: t("sandbox:challenge.confirm") }).click();
    await thanked(visitor);
  });

  test("a second step of paying that is refused fails", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await openSummary(visitor);
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "challenge");
    await page.waitForURL("**/challenge");
    await page.getByRole("button", { name: t("sandbox:challenge.deny") }).click();
    await failed(visitor);
    await page.getByText(t("result:failed.reasons.declined")).waitFor();
  });

  test("a payment that is cancelled at the provider ends on the page of a cancelled payment", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await openSummary(visitor);
    await confirm(visitor);
    await page.getByRole("button", { name: t("sandbox:form.abort") }).click();
    await failed(visitor, "failed.cancelledHeading");
    await page.getByText(t("result:failed.reasons.cancelled")).waitFor();
    await page.getByText(t("result:failed.money")).waitFor();
    await page.getByRole("link", { name: t("result:failed.again") }).click();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
  });

  test("the provider's form says what is wrong at its fields", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await openSummary(visitor);
    await confirm(visitor);
    visitor.expectStatus(422);
    await page.getByLabel(t("sandbox:fields.number")).fill("4242 4242 4242 4241");
    await page.getByLabel(t("sandbox:fields.holder")).fill("Ida Muster");
    await page.getByLabel(t("sandbox:fields.holder")).press("Enter");
    await page
      .getByRole("alert")
      .getByRole("link", { name: t("sandbox:errors.numberInvalid") })
      .click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("number");
    expect(await page.getByLabel(t("sandbox:fields.holder")).inputValue()).toBe("Ida Muster");
    await visitor.looksRight();
  });
});
