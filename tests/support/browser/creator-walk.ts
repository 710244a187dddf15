import { Secret, TOTP } from "otpauth";
import { LANGUAGES } from "../../../locales/index.ts";
import type { Visitor } from "./browser.ts";
import { logIn, logOut, PASSPORT } from "./creator-steps.ts";

type Shoot = (name: string) => Promise<void>;

/** Creators of the demo world in each status. */
const STATUSES = {
  pending: "marisol@demo.example",
  declined: "kasia@demo.example",
  chargeback: "knisterkeller@demo.example",
  active: "joerdis@demo.example",
};

/** Every page of coming in, in its states, for a photographer; with script, in the demo. */
export async function walkCreatorPages(visitor: Visitor, shoot: Shoot): Promise<void> {
  await walkRegistration(visitor, shoot);
  await walkSecurity(visitor, shoot);
  await logOut(visitor);
  await walkVisitorPages(visitor, shoot);
  await walkStatuses(visitor, shoot);
}

async function walkRegistration(visitor: Visitor, shoot: Shoot): Promise<void> {
  const { page, t, circumstances } = visitor;
  const { locale, width } = circumstances;
  const email = `ida.${locale}.${width}@creators.example`;
  await visitor.visit("/login");
  await shoot("login");
  await page
    .getByRole("main")
    .getByRole("button", { name: t("auth:login.go") })
    .click();
  await page.getByRole("alert").waitFor();
  await shoot("login-errors");
  await visitor.visit("/register");
  await page.getByText(t("auth:register.documentDrop")).waitFor();
  await shoot("register");
  await page.getByLabel(t("auth:email")).fill("ida");
  await page.getByRole("button", { name: t("auth:register.go") }).click();
  await page.getByRole("alert").waitFor();
  await shoot("register-errors");
  await page.getByLabel(t("auth:email")).fill(email);
  for (const label of [t("auth:password"), t("auth:passwordAgain")])
    await page.getByLabel(label, { exact: true }).fill("ein Lied im Regen");
  await page.getByRole("checkbox").check();
  await page.getByLabel(t("auth:register.document")).setInputFiles(PASSPORT);
  await shoot("register-with-file");
  await page.getByRole("button", { name: t("auth:register.go") }).click();
  await page.waitForURL("**/account/verify-email");
  await shoot("verify-email");
  await page.getByRole("button", { name: t("auth:verifyEmail.resend") }).click();
  await page.getByRole("alert").waitFor();
  await shoot("verify-email-too-early");
  await visitor.visit("/dev/mail/templates");
  await shoot("mail-templates");
  await visitor.visit("/dev/mail");
  await shoot("mailbox");
  await page
    .getByRole("link", { name: t("mail:register.subject") })
    .first()
    .click();
  await page.getByText("/register/confirm/").waitFor();
  await shoot("mail");
  const confirm = page.url();
  await page.getByRole("link", { name: t("mailbox:asHtml") }).click();
  await shoot("mail-html");
  await page.goto(confirm);
  await page.getByRole("link", { name: /register\/confirm/ }).click();
  await page.getByRole("button", { name: t("auth:confirm.go") }).waitFor();
  await shoot("confirm");
  await page.getByRole("button", { name: t("auth:confirm.go") }).click();
  await page.waitForURL("**/register/complete");
  await page.getByLabel(t("auth:complete.username")).fill(`ida-${locale}-${width}`);
  await page.getByText(t("auth:complete.free")).waitFor();
  await shoot("complete");
  await page.getByLabel(t("auth:complete.name")).fill("Ida Lund");
  await page.getByRole("button", { name: t("auth:complete.go") }).click();
  await page.waitForURL("**/account/verification-terms");
  await shoot("terms");
  await page.getByRole("button", { name: t("auth:terms.accept") }).click();
  await page.waitForURL("**/dashboard");
  await shoot("dashboard-created");
}

async function walkSecurity(visitor: Visitor, shoot: Shoot): Promise<void> {
  const { page, t } = visitor;
  await visitor.visit("/account/security");
  await shoot("security");
  await visitor.visit("/account/security/second-factor");
  await page.getByRole("button", { name: t("account:factor.begin") }).click();
  await page.locator(".secret").waitFor();
  await shoot("second-factor");
  const secret = (await page.locator(".secret").innerText()).replaceAll(" ", "");
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await page.getByLabel(t("account:factor.code")).fill(code);
  await page.getByRole("button", { name: t("account:factor.go") }).click();
  await page.locator(".codes").waitFor();
  await shoot("recovery-codes");
  await visitor.visit("/account/security");
  await shoot("security-with-factor");
  await visitor.visit("/account/security/second-factor/removal");
  await shoot("second-factor-removal");
  await visitor.visit("/account/edit");
  await shoot("later");
}

async function walkVisitorPages(visitor: Visitor, shoot: Shoot): Promise<void> {
  const { page, t, circumstances } = visitor;
  const { locale, width } = circumstances;
  await logIn(visitor, `ida.${locale}.${width}@creators.example`, "ein Lied im Regen", "**/login/code*");
  await shoot("login-code");
  await visitor.visit("/password/forgot");
  await shoot("forgot");
  await page.getByLabel(t("auth:email")).fill(`nobody.${locale}.${width}@fans.example`);
  await page.getByRole("button", { name: t("auth:forgot.go") }).click();
  await page.getByRole("heading", { name: t("auth:forgot.sentTitle") }).waitFor();
  await shoot("forgot-sent");
  await visitor.visit("/password/reset/no-such-token");
  await shoot("reset-void");
}

async function walkStatuses(visitor: Visitor, shoot: Shoot): Promise<void> {
  const { page, t, circumstances } = visitor;
  for (const [status, email] of Object.entries(STATUSES)) {
    await logIn(visitor, email);
    await speakOwnLanguage(visitor);
    await visitor.visit("/dashboard");
    await shoot(`dashboard-${status}`);
    if (circumstances.width === 360) {
      await visitor.visit("/dashboard#drawer");
      await shoot(`drawer-${status}`);
      await visitor.visit("/dashboard");
    }
    if (status === "pending") {
      await visitor.visit("/grouplists");
      await shoot("not-yet");
      await visitor.visit("/admin");
      await shoot("forbidden");
      await visitor.visit("/dashboard");
    }
    await logOut(visitor);
  }
  await logIn(visitor, "vince@demo.example", undefined, "**/account/locked");
  await speakOwnLanguage(visitor);
  await page.getByRole("heading", { name: t("account:locked.title") }).waitFor();
  await shoot("locked");
}

/** People bring their language along when they sign in; the picture is to be in the photographer's. */
async function speakOwnLanguage({ page, circumstances }: Visitor): Promise<void> {
  const { name } = LANGUAGES[circumstances.locale];
  await page.getByRole("contentinfo").getByRole("button", { name, exact: true }).click();
  await page.locator(`html[lang=${circumstances.locale}]`).waitFor();
}
