import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { PASSPORT, pathOf, problemAt } from "../support/browser/creator-steps.ts";
import { eventually } from "../support/eventually.ts";
import { type MailedProduct, startMailedProduct } from "../support/http/mailed-product.ts";

let product: MailedProduct;

beforeAll(async () => {
  product = await startMailedProduct();
});
afterAll(() => product.stop());

const PASSWORD = "ein Lied im Regen";

describe.for(TWO_WAYS)("becoming a creator, script $script, $locale, $width px", (circumstances) => {
  const { script, locale } = circumstances;
  const email = `ida.${locale}@creators.example`;

  test("becoming a creator goes from the form through mail, name and terms to the dashboard", async () => {
    const visitor = await open(circumstances, product.place());
    const { page, t } = visitor;
    visitor.expectStatus(401, 422);
    await visitor.visit("/register");
    await visitor.looksRight();
    await errorsAtTheirFields(visitor, email);
    // The password was good, and need not be typed again.
    await page.getByText(t("auth:register.passwordKept")).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("auth:register.document")).setInputFiles(PASSPORT);
    await page.getByRole("button", { name: t("auth:register.go") }).click();
    await page.waitForURL("**/account/verify-email");
    await page.getByRole("main").getByText(email).waitFor();
    await visitor.looksRight();

    // Every page but the stage's own leads back to it.
    await visitor.visit("/dashboard");
    expect(pathOf(page)).toBe("/account/verify-email");
    await page.getByRole("button", { name: t("auth:verifyEmail.resend") }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").innerText()).toContain(t("auth:verifyEmail.failed"));

    const mail = await product.mailTo(email, /register\/confirm/);
    expect(mail.subject).toBe(t("mail:register.subject"));
    await visitor.visit(await product.linkTo(email, /register\/confirm/));
    await visitor.looksRight();
    expect(await isVerified(email)).toBe(false);
    await page.getByRole("button", { name: t("auth:confirm.go") }).click();
    await page.waitForURL("**/register/complete");
    expect(await isVerified(email)).toBe(true);

    await visitor.looksRight();
    await chooseName(visitor, `ida.${locale}`);
    await page.waitForURL("**/account/verification-terms");
    await visitor.looksRight();
    await visitor.visit("/account/edit");
    expect(pathOf(page)).toBe("/account/verification-terms");
    const answer = locale === "de" ? t("auth:terms.decline") : t("auth:terms.accept");
    await page.getByRole("button", { name: answer }).click();
    await page.waitForURL("**/account/edit");
    await visitor.visit("/dashboard");
    await page.getByRole("heading", { name: t("drawer:home") }).waitFor();
    await visitor.looksRight();
    const user = await product.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ username: `ida.${locale}`, name: "Ida Lund", status: "CREATED", locale });
    expect(user.verification_terms_accepted_at === null).toBe(locale === "de");
    expect(user.verification_terms_declined_at === null).toBe(locale === "en");

    // The mail's link is used up, and says that all is well to who is through.
    await visitor.visit(await product.linkTo(email, /register\/confirm/));
    await page.getByRole("heading", { name: t("auth:confirm.doneTitle") }).waitFor();
    await visitor.looksRight();
  });

  test("a registration link that does not work says so, and leads on", async () => {
    const visitor = await open(circumstances, product.place());
    const { page, t } = visitor;
    await visitor.visit("/register/confirm/no-such-token");
    expect(await page.getByRole("alert").innerText()).toBe(t("auth:confirm.failed"));
    await visitor.looksRight();
    await visitor.visit("/email/confirm/no-such-token");
    expect(await page.getByRole("alert").innerText()).toBe(t("auth:confirmEmail.failed"));
    await visitor.looksRight();
    await visitor.visit("/register/confirm");
    await page.getByRole("heading", { name: t("auth:confirm.lookTitle") }).waitFor();
    await visitor.looksRight();
  });

  /** What is wrong stands under its field and in the summary; what was typed stays, passwords aside. */
  async function errorsAtTheirFields(visitor: Visitor, typed: string): Promise<void> {
    const { page, t } = visitor;
    await page.getByLabel(t("auth:email")).fill("ida");
    await page.getByRole("button", { name: t("auth:register.go") }).click();
    await page.getByRole("alert").waitFor();
    const links = await page.getByRole("alert").getByRole("link").allInnerTexts();
    expect(links).toEqual([
      `${t("auth:email")}: ${t("errors:email.invalid")}`,
      `${t("auth:password")}: ${t("errors:password.required")}`,
      `${t("auth:passwordAgain")}: ${t("errors:password.repeat")}`,
      t("errors:terms.required"),
      `${t("auth:register.document")}: ${t("errors:document.required")}`,
    ]);
    expect(await problemAt(page, t("auth:email"))).toBe(t("errors:email.invalid"));
    expect(await problemAt(page, t("auth:password"))).toBe(t("errors:password.required"));
    expect(await page.getByLabel(t("auth:email")).inputValue()).toBe("ida");
    await visitor.looksRight();
    await page.getByRole("alert").getByRole("link").first().click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");

    await page.getByLabel(t("auth:email")).fill("joerdis@demo.example");
    await page.getByLabel(t("auth:password"), { exact: true }).fill(PASSWORD);
    await page.getByLabel(t("auth:passwordAgain"), { exact: true }).fill("something else");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: t("auth:register.go") }).click();
    await page.getByRole("link", { name: t("errors:password.differs") }).waitFor();
    expect(await page.getByRole("checkbox").isChecked()).toBe(true);
    expect(await page.getByLabel(t("auth:password"), { exact: true }).inputValue()).toBe("");

    await page.getByLabel(t("auth:email")).fill(typed);
    for (const label of [t("auth:password"), t("auth:passwordAgain")])
      await page.getByLabel(label, { exact: true }).fill("password");
    await page.getByRole("button", { name: t("auth:register.go") }).click();
    await page.getByRole("link", { name: t("errors:password.common") }).waitFor();
    for (const label of [t("auth:password"), t("auth:passwordAgain")])
      await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: t("auth:register.go") }).click();
    await page.getByRole("link", { name: t("errors:document.required") }).waitFor();
    expect(await page.getByLabel(t("auth:email")).inputValue()).toBe(typed);
  }

  /** A name that is taken is refused; with script while it is typed, and a free one is praised. */
  async function chooseName(visitor: Visitor, name: string): Promise<void> {
    const { page, t } = visitor;
    const field = page.getByLabel(t("auth:complete.username"));
    const free = page.getByText(t("auth:complete.free"));
    await field.fill("JOERDIS");
    if (script) {
      await page.getByText(t("errors:username.invalid")).waitFor();
      await field.pressSequentially("-2");
      await free.waitFor();
      expect(await problemAt(page, t("auth:complete.username"))).toBe("");
      await field.fill("admin");
      await page.getByText(t("errors:username.invalid")).waitFor();
      expect(await free.isVisible()).toBe(false);
    }
    await page.getByLabel(t("auth:complete.name")).fill("Ida_");
    await page.getByRole("button", { name: t("auth:complete.go") }).click();
    await page.getByRole("alert").waitFor();
    expect(await problemAt(page, t("auth:complete.username"))).toBe(t("errors:username.invalid"));
    expect(await problemAt(page, t("auth:complete.name"))).toBe(t("errors:display_name.invalid"));
    await visitor.looksRight();
    await field.fill(name);
    if (script) await free.waitFor();
    await page.getByLabel(t("auth:complete.name")).fill("Ida Lund");
    // Where the visitor probably lives is chosen already.
    const country = page.getByLabel(t("auth:complete.country"));
    const chosen = await country.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
    expect(chosen).toBe(locale === "de" ? "Deutschland" : "United Kingdom");
    await page.getByRole("button", { name: t("auth:complete.go") }).click();
  }

  test("too many registrations from one address are refused in the specified words", async () => {
    const visitor = await open(circumstances, product.place());
    const { page, t } = visitor;
    visitor.expectStatus(401, 422);
    await visitor.visit("/register");
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await page.getByLabel(t("auth:email")).fill("joerdis@demo.example");
      for (const label of [t("auth:password"), t("auth:passwordAgain")])
        await page.getByLabel(label, { exact: true }).fill(PASSWORD);
      await page.getByRole("checkbox").check();
      await page.getByLabel(t("auth:register.document")).setInputFiles(PASSPORT);
      await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST"),
        page.getByRole("button", { name: t("auth:register.go") }).click(),
      ]);
      await page.waitForLoadState();
    }
    expect(await page.getByRole("alert").innerText()).toContain(t("errors:registration.blocked"));
    await visitor.looksRight();
  });
});

test("a field that is corrected while typing is red no longer, and a wrong one is", async () => {
  const visitor = await open({ script: true, locale: "en", width: 1280 }, product.place());
  const { page, t } = visitor;
  visitor.expectStatus(401, 422);
  await visitor.visit("/register");
  const email = page.getByLabel(t("auth:email"));
  const border = () => email.evaluate((input) => getComputedStyle(input).borderColor);
  const plain = await border();
  await email.fill("ida");
  await email.press("Tab");
  await page.getByText(t("errors:email.invalid")).waitFor();
  await eventually("its border is red", async () => (await border()) !== plain);
  await visitor.looksRight();
  await page.getByRole("button", { name: t("auth:register.go") }).click();
  await page.getByRole("alert").waitFor();
  await email.fill("ida@creators.example");
  await email.press("Tab");
  await eventually("its border is red no longer", async () => (await border()) === plain);
  expect(await problemAt(page, t("auth:email"))).toBe("");
  await page.getByRole("checkbox").check();
  const terms = page.locator("#register-terms-error");
  await eventually("the tick is told of no longer", async () => (await terms.textContent()) === "");
});

async function isVerified(email: string): Promise<boolean> {
  const { email_verified_at } = await product.db
    .selectFrom("users")
    .select("email_verified_at")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return email_verified_at !== null;
}
