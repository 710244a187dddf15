import { TOTP } from "otpauth";
import { describe, expect, inject, test } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { giveSecondFactor } from "../../app/domain/auth/second-factor.server.ts";
import { type Circumstances, open, type Visitor } from "../support/browser/browser.ts";
import { logIn, logOut, pathOf, tryLogin } from "../support/browser/creator-steps.ts";
import { records } from "../support/database/records.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { cookieOf, makeAccount, PASSWORD } from "../support/http/users.ts";

// Passkeys with a browser's own authenticator, which Chromium imitates.

const PAGE = "/account/security/passkeys";
const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
const WITH_SCRIPT: Circumstances[] = [
  { script: true, locale: "de", width: 360 },
  { script: true, locale: "en", width: 1280, dark: true },
];

async function withFactor(locale: string, change: Parameters<typeof makeAccount>[0] = {}) {
  const user = await makeAccount({ locale, ...change });
  const { secret } = await giveSecondFactor({ db: records(), encryption, clock: () => new Date() }, user);
  return { user, code: () => new TOTP({ secret }).generate() };
}

/** Puts a visitor in front of a session of this user. */
async function signIn({ page }: Visitor, user: { id: string }, isFresh: boolean): Promise<void> {
  const [name = "", value = ""] = (await cookieOf(user, isFresh)).split("=");
  await page.context().addCookies([{ name, value, url: inject("product").url }]);
}

/** A fingerprint reader; without a finger it lets every try fail. */
async function authenticator({ page }: Visitor) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setFinger: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

describe.for(WITH_SCRIPT)("with script, $locale, $width px", (circumstances) => {
  test("a creator adds a passkey, signs in with it and removes it", async () => {
    const { user } = await withFactor(circumstances.locale);
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    const reader = await authenticator(visitor);
    visitor.expectStatus(401);
    await signIn(visitor, user, true);
    await visitor.visit("/account/security");
    await page.getByRole("link", { name: t("account:passkeys.add") }).click();
    await page.getByLabel(t("account:passkeys.name")).fill("Schlüsselbund");
    await visitor.looksRight();
    expect(await page.getByText(t("account:passkeys.needsScript")).isVisible()).toBe(false);
    await reader.setFinger(false);
    await page.getByRole("button", { name: t("account:passkeys.add") }).click();
    await page.getByText(t("auth:passkey.failed")).waitFor();
    await visitor.looksRight();
    await reader.setFinger(true);
    await page.getByRole("button", { name: t("account:passkeys.add") }).click();
    await page
      .getByRole("link", { name: t("account:passkeys.removeOne", { name: "Schlüsselbund" }) })
      .waitFor();
    await page.getByText(t("account:passkeys.added")).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("account:passkeys.name")).fill("Noch einer");
    await page.getByRole("button", { name: t("account:passkeys.add") }).click();
    await page.getByText(t("auth:passkey.known")).waitFor();
    await visitor.visit("/account/security");
    await page.getByText("Schlüsselbund").waitFor();
    await visitor.looksRight();

    await logOut(visitor);
    await logIn(visitor, user.email, PASSWORD, "**/login/code*");
    await page.getByRole("button", { name: t("auth:passkey.use") }).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("auth:passkey.use") }).click();
    await page.waitForURL("**/dashboard");

    await visitor.visit(PAGE);
    await page
      .getByRole("link", { name: t("account:passkeys.removeOne", { name: "Schlüsselbund" }) })
      .click();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("account:passkeys.keep") }).click();
    await page
      .getByRole("link", { name: t("account:passkeys.removeOne", { name: "Schlüsselbund" }) })
      .click();
    await page.getByRole("button", { name: t("account:passkeys.remove") }).click();
    await page.getByText(t("account:passkeys.removed")).waitFor();
    expect(await page.getByText("Schlüsselbund").count()).toBe(0);
    await logOut(visitor);
    await logIn(visitor, user.email, PASSWORD, "**/login/code*");
    await page.getByLabel(t("account:factor.code")).waitFor();
    expect(await page.getByRole("button", { name: t("auth:passkey.use") }).count()).toBe(0);
  });

  test("an operator confirms an act with a passkey", async () => {
    const operator = { role: "ADMIN" as const, username: null, name: null };
    const { user } = await withFactor(circumstances.locale, operator);
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await authenticator(visitor);
    await signIn(visitor, user, true);
    await visitor.visit(PAGE);
    await page.getByLabel(t("account:passkeys.name")).fill("Key");
    await page.getByRole("button", { name: t("account:passkeys.add") }).click();
    await page.getByRole("link", { name: t("account:passkeys.removeOne", { name: "Key" }) }).waitFor();
    const long = new Date(Date.now() - 3_600_000);
    await records().updateTable("sessions").set({ code_at: long }).where("user_id", "=", user.id).execute();
    await visitor.visit("/admin/code?return_to=/admin/payouts");
    await page.getByRole("button", { name: t("auth:passkey.use") }).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("auth:passkey.use") }).click();
    await page.waitForURL(({ pathname }) => pathname === "/admin/payouts");
    const { code_at } = await records()
      .selectFrom("sessions")
      .select("code_at")
      .where("user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(code_at?.getTime()).toBeGreaterThan(long.getTime());
  });
});

test("without script, the page says what needs it, and a code signs in", async () => {
  const { user, code } = await withFactor("de");
  const visitor = await open({ script: false, locale: "de", width: 360 });
  const { page, t } = visitor;
  visitor.expectStatus(401);
  await visitor.visit("/login");
  await tryLogin(visitor, user.email, PASSWORD);
  await page.waitForURL("**/login/code*");
  await page.getByLabel(t("account:factor.code")).fill(code());
  await page
    .getByRole("main")
    .getByRole("button", { name: t("auth:login.go") })
    .click();
  await page.waitForURL("**/dashboard");
  await visitor.visit(PAGE);
  await page.getByText(t("account:passkeys.needsScript")).waitFor();
  expect(await page.getByRole("button", { name: t("account:passkeys.add") }).count()).toBe(0);
  await visitor.looksRight();
  expect(pathOf(page)).toBe(PAGE);
});
