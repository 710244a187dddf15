import { describe, expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, type Visitor } from "../support/browser/browser.ts";
import { giveSession, openSignedIn, PASSPORT, pathOf } from "../support/browser/creator-steps.ts";
import { delayScripts } from "../support/browser/late-scripts.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { CREATOR, giveAmount, leaveWords, plain, readPrice, step } from "../support/http/fan.ts";
import { signInCreator } from "../support/http/signed-in.ts";

const PHONE = { script: false, locale: "de", width: 360 } as const;
const WITH_SCRIPT = { script: true, locale: "en", width: 1280 } as const;

async function comeToPayment(visitor: Visitor): Promise<void> {
  await visitor.visit(`/${CREATOR.username}`);
  await giveAmount(visitor, "5");
  await leaveWords(visitor);
}

/** The summary has the focus, its line names the field, and the title says that something is wrong. */
async function saysWhatIsWrong({ page, t }: Visitor, line: string): Promise<void> {
  const summary = page.getByRole("alert");
  await summary.getByRole("link", { name: line, exact: true }).waitFor();
  await eventually("the summary has the focus", () =>
    summary.evaluate((element) => element === document.activeElement),
  );
  expect(await page.title()).toMatch(new RegExp(`^${t("common:form.errorTitle")} \\S`));
}

describe.for([PHONE, WITH_SCRIPT])("script $script", (circumstances) => {
  test("Enter in the email field of the payment step goes on to the summary", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await comeToPayment(visitor);
    await page.getByLabel(t("tip:payment.email")).fill("ida@fans.example");
    await page.getByLabel(t("tip:payment.email")).press("Enter");
    await page.waitForURL(step("summary"));
    await page.getByText(t("tip:summary.receipt", { email: "ida@fans.example" })).waitFor();
  });

  test("on the way back from the next step, a form that had an error is there again with what was typed", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    await comeToPayment(visitor);
    await page.getByLabel(t("tip:payment.email")).fill("ida@");
    await page.getByLabel(t("tip:payment.email")).press("Enter");
    await saysWhatIsWrong(visitor, `${t("tip:payment.email")}: ${t("errors:email.invalid")}`);
    await page.getByLabel(t("tip:payment.email")).fill("ida@fans.example");
    await page.getByLabel(t("tip:payment.email")).press("Enter");
    await page.waitForURL(step("summary"));
    await page.goBack();
    await page.waitForURL(step("payment"));
    await page.getByRole("heading", { name: t("tip:payment.question") }).waitFor();
    await page.getByRole("alert").waitFor();
  });
});

test("with script off, a page for everybody shows a creator the refused form in place, with what was typed", async () => {
  const visitor = await openSignedIn(PHONE, await signInCreator("ACTIVE", PHONE.locale), "/report");
  const { page } = visitor;
  const t = i18nFor(PHONE.locale).getFixedT(PHONE.locale, ["report", "errors"]);
  visitor.expectStatus(422);
  const email = page.getByLabel(t("report:email"));
  await email.fill("ida@");
  await email.press("Enter");
  await page.getByRole("alert").getByText(t("errors:email.invalid")).waitFor();
  expect([pathOf(page), await email.inputValue()]).toEqual(["/report", "ida@"]);
});

test("with script off, a refused form of the account says why where it is, with what was typed", async () => {
  const visitor = await openSignedIn(PHONE, await signInCreator("ACTIVE", PHONE.locale), "/account/edit");
  const { page, t } = visitor;
  visitor.expectStatus(422);
  await page.getByLabel(t("account:edit.username")).fill("x");
  await page.getByLabel(t("account:edit.city"), { exact: true }).fill("Grünau");
  await page.getByLabel(t("account:edit.city"), { exact: true }).press("Enter");
  await saysWhatIsWrong(visitor, `${t("account:edit.username")}: ${t("errors:username.invalid")}`);
  expect(pathOf(page)).toBe("/account/edit");
  expect(await page.getByLabel(t("account:edit.city"), { exact: true }).inputValue()).toBe("Grünau");
});

/** Opens a page whose script is on its way, which somebody fills in meanwhile. */
async function openLate(comeTo: (visitor: Visitor) => Promise<string>): Promise<Visitor> {
  const visitor = await open(WITH_SCRIPT);
  const path = await comeTo(visitor);
  await delayScripts(visitor.page);
  await visitor.page.goto(path, { waitUntil: "commit" });
  return visitor;
}

test("a script that comes 5 seconds after its page takes up what was typed and chosen meanwhile", async () => {
  await Promise.all([isPricedLate(), isCheckedLate(), isCountedLate(), isAnsweredLate()]);
  await Promise.all([isNamedLate(), isSentLate(), isCroppedLate()]);
});

/** The currency is priced, and the button for it is hidden only then. */
async function isPricedLate(): Promise<void> {
  const visitor = await openLate(async (each) => {
    await comeToPayment(each);
    return each.page.url();
  });
  const { page, t } = visitor;
  await page.getByLabel(t("tip:payment.currency")).selectOption("CHF");
  expect(Object.values(await readPrice(visitor)).join(" ")).not.toContain("CHF");
  await page.getByRole("cell", { name: "CHF" }).first().waitFor();
  await page.getByRole("button", { name: t("tip:payment.update") }).waitFor({ state: "hidden" });
}

/** A typed amount is checked, and no chip is chosen beside it. */
async function isCheckedLate(): Promise<void> {
  const { page, t } = await openLate(async () => `/${CREATOR.username}`);
  await page.getByLabel(t("tip:amount.own")).fill("501");
  await page.getByLabel(t("tip:amount.own")).blur();
  expect(await page.locator("[name=choice]:checked").count()).toBe(1);
  await page.getByText(t("errors:amount.maximum", { maximum: "€500.00" })).waitFor();
  expect(await page.locator("[name=choice]:checked").count()).toBe(0);
}

/** A message is counted, while it is still being typed. */
async function isCountedLate(): Promise<void> {
  const { page, t } = await openLate(async (each) => {
    await each.visit(`/${CREATOR.username}`);
    await giveAmount(each, "5");
    return each.page.url();
  });
  await page.getByLabel(t("tip:details.message")).fill("ü".repeat(999));
  await page.locator("[data-counter-for]", { hasText: /^1 / }).waitFor();
}

/** A field that answers while one types does so for what stands in it already. */
async function isAnsweredLate(): Promise<void> {
  const { page, t } = await openLate(async (each) => {
    const creator = await signInCreator("CREATED", WITH_SCRIPT.locale);
    await records().updateTable("users").set({ username: null }).where("id", "=", creator.id).execute();
    await giveSession(each, creator);
    return "/register/complete";
  });
  await page.getByLabel(t("auth:complete.username")).fill("no name");
  await page.getByText(t("errors:username.invalid"), { exact: true }).waitFor();
}

test("a page that comes back with other choices is priced for them", async () => {
  const visitor = await open(WITH_SCRIPT);
  const { page, t } = visitor;
  await comeToPayment(visitor);
  await page.getByLabel(t("tip:payment.currency")).selectOption("CHF");
  await eventually("the price is in CHF", async () =>
    plain(Object.values(await readPrice(visitor)).join(" ")).includes("CHF"),
  );
  await page.getByRole("link", { name: t("tip:steps.backTo.details") }).click();
  await page.waitForURL(step("details"));
  await page.goBack();
  await page.waitForURL(step("payment"));
  await eventually("what is chosen is priced", async () => {
    const currency = await page.getByLabel(t("tip:payment.currency")).inputValue();
    return plain(Object.values(await readPrice(visitor)).join(" ")).includes(
      currency === "EUR" ? "€" : currency,
    );
  });
});

/** A chosen document stands on the place to drop files on. */
async function isNamedLate(): Promise<void> {
  const visitor = await openLate(async () => "/register");
  const { page, t } = visitor;
  visitor.expectStatus(401);
  await page.getByLabel(t("auth:register.document")).setInputFiles(PASSPORT);
  expect(await page.locator("[data-dropzone]").isHidden()).toBe(true);
  await page.locator("[data-dropzone]").getByText(PASSPORT.name).waitFor();
}

/** Signs a new creator in, on a page whose script comes late. */
async function openLateAsCreator(path: string): Promise<Visitor> {
  const creator = await signInCreator("CREATED", WITH_SCRIPT.locale);
  return await openLate(async (visitor) => {
    await giveSession(visitor, creator);
    return path;
  });
}

/** A document of the verification is sent without a button. */
async function isSentLate(): Promise<void> {
  const { page } = await openLateAsCreator("/account/verification");
  const form = page.locator("#mediafile_pass");
  await form.locator("input[name=file]").setInputFiles(PASSPORT);
  expect(await form.locator(".mark-done").count()).toBe(0);
  await form.locator(".mark-done").first().waitFor();
}

/** A chosen picture is there to be moved. */
async function isCroppedLate(): Promise<void> {
  const { page } = await openLateAsCreator("/account/edit");
  const form = page.locator("form[action='/account/edit/avatar']");
  await form.locator("input[name=file]").setInputFiles(PASSPORT);
  expect(await form.locator(".crop-place").isHidden()).toBe(true);
  await form.locator(".crop-place").getByRole("img").or(form.locator(".crop-place img")).first().waitFor();
  expect(await form.locator("details").getAttribute("open")).toBe("");
}
