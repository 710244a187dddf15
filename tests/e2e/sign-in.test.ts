import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { DEMO_PASSWORD, logIn, logOut, pathOf, tryLogin } from "../support/browser/creator-steps.ts";
import { type MailedProduct, startMailedProduct } from "../support/http/mailed-product.ts";

let product: MailedProduct;

beforeAll(async () => {
  product = await startMailedProduct();
});
afterAll(() => product.stop());

/** Creators of the demo world, one for each way, so that no test locks the other out. */
const PEOPLE = {
  de: { forgot: "joerdis@demo.example", factor: "maximiliane@demo.example" },
  en: { forgot: "fritzi@demo.example", factor: "oeykue@demo.example" },
};

describe.for(TWO_WAYS)("signing in, script $script, $locale, $width px", (circumstances) => {
  const { script, locale } = circumstances;

  test("a forgotten password is replaced by the mail's link, and old sessions are over", async () => {
    const email = await speaker(PEOPLE[locale].forgot, locale);
    const elsewhere = await open(circumstances, product.place());
    await logIn(elsewhere, email);
    const visitor = await open(circumstances, product.place());
    const { page, t } = visitor;
    visitor.expectStatus(401, 422);
    await visitor.visit("/login");
    await visitor.looksRight();
    await page
      .getByRole("main")
      .getByRole("link", { name: t("auth:login.forgot") })
      .click();
    await page.getByRole("heading", { name: t("auth:forgot.title") }).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("auth:email")).fill(email);
    await page.getByRole("button", { name: t("auth:forgot.go") }).click();
    await page.getByText(t("auth:forgot.sent", { email })).waitFor();
    await visitor.looksRight();

    const link = await product.linkTo(email, /password\/reset/);
    await visitor.visit(link);
    await visitor.looksRight();
    await page.getByLabel(t("auth:reset.password"), { exact: true }).fill("ein neuer Satz");
    await page.getByLabel(t("auth:passwordAgain"), { exact: true }).fill("ein anderer Satz");
    await page.getByRole("button", { name: t("auth:reset.go") }).click();
    await page.getByRole("link", { name: t("errors:password.differs") }).waitFor();
    for (const label of [t("auth:reset.password"), t("auth:passwordAgain")])
      await page.getByLabel(label, { exact: true }).fill("ein neuer Satz");
    await page.getByRole("button", { name: t("auth:reset.go") }).click();
    await page.getByText(t("auth:login.newPassword")).waitFor();
    await visitor.looksRight();
    await product.mailTo(email, new RegExp(t("mail:passwordChanged.open")));

    await tryLogin(visitor, email, DEMO_PASSWORD);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").innerText()).toContain(t("errors:login.failed"));
    expect(await page.getByLabel(t("auth:email")).inputValue()).toBe(email);
    await logIn(visitor, email, "ein neuer Satz");
    await elsewhere.visit("/account/security");
    expect(pathOf(elsewhere.page)).toBe("/login");

    await logOut(visitor);
    await visitor.visit(link);
    expect(await page.getByRole("alert").innerText()).toBe(t("auth:reset.failed"));
    await visitor.looksRight();
  });

  test("a second factor is set up, asked for, replaced by a recovery code, and turned off", async () => {
    const email = await speaker(PEOPLE[locale].factor, locale);
    const visitor = await open(circumstances, product.place());
    const { page, t } = visitor;
    visitor.expectStatus(401, 422);
    await logIn(visitor, email);
    await visitor.visit("/account/security");
    await visitor.looksRight();
    await page.getByRole("link", { name: t("account:security.factor.setUp") }).click();
    await page.getByRole("button", { name: t("account:factor.begin") }).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("account:factor.begin") }).click();
    await page.getByRole("img", { name: t("account:factor.qr") }).waitFor();
    await visitor.looksRight();
    const typed = (await page.locator(".secret").innerText()).replaceAll(" ", "");
    const app = new TOTP({ secret: Secret.fromBase32(typed) });
    const type = async (code: string, button: string) => {
      await page.getByLabel(t("account:factor.code")).fill(code);
      await page.getByRole("main").getByRole("button", { name: button }).click();
    };
    await type("000000", t("account:factor.go"));
    await page.getByRole("link", { name: t("errors:code.wrong") }).waitFor();
    await visitor.looksRight();
    const first = app.generate();
    await type(`${first.slice(0, 3)} ${first.slice(3)}`, t("account:factor.go"));
    await page.getByRole("heading", { name: t("account:recovery.title") }).waitFor();
    await visitor.looksRight();
    const codes = await page.locator(".codes li").allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    await product.mailTo(email, new RegExp(t("mail:security.open")));
    await page.getByRole("link", { name: t("account:recovery.done") }).click();
    await page.getByText(t("account:security.factor.codes", { count: 10 })).waitFor();
    await visitor.looksRight();
    await logOut(visitor);

    await logIn(visitor, email, DEMO_PASSWORD, "**/login/code*");
    await visitor.looksRight();
    await type(first, t("auth:login.go"));
    await page.getByRole("link", { name: t("errors:code.wrong") }).waitFor();
    // The app's next code: the one before was used up, and a phone's clock may run a little ahead.
    await type(app.generate({ timestamp: Date.now() + 30_000 }), t("auth:login.go"));
    await page.waitForURL("**/dashboard");
    await logOut(visitor);

    await logIn(visitor, email, DEMO_PASSWORD, "**/login/code*");
    await type(codes[0]?.toUpperCase() ?? "", t("auth:login.go"));
    await page.waitForURL("**/dashboard");
    await visitor.visit("/account/security/recovery-codes");
    await visitor.looksRight();
    await type(codes[0] ?? "", t("account:recovery.renew"));
    await page.getByRole("link", { name: t("errors:code.wrong") }).waitFor();
    await type(codes[1] ?? "", t("account:recovery.renew"));
    await page.getByRole("heading", { name: t("account:recovery.title") }).waitFor();
    const fresh = await page.locator(".codes li").allInnerTexts();
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    await visitor.visit("/account/security/second-factor/removal");
    await visitor.looksRight();
    await type(fresh[0] ?? "", t("account:factorRemoval.go"));
    await page.getByText(t("account:security.factor.off")).waitFor();
    await logOut(visitor);
    await logIn(visitor, email);
  });

  test("after five failed sign-ins the address is blocked, in the specified words", async () => {
    const visitor = await open(circumstances, product.place());
    const { page, t } = visitor;
    visitor.expectStatus(401, 422);
    await visitor.visit("/login");
    const email = `nobody.${locale}@fans.example`;
    for (let failure = 1; failure <= 6; failure += 1) {
      await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST"),
        tryLogin(visitor, email, "wrong words"),
      ]);
      await page.waitForLoadState();
      const told = failure <= 5 ? t("errors:login.failed") : t("errors:login.blocked");
      expect(await page.getByRole("alert").innerText()).toContain(told);
      expect(await page.getByLabel(t("auth:email")).inputValue()).toBe(email);
    }
    await visitor.looksRight();
  });

  test("a user who was sent to sign in comes back to the page they were on", async () => {
    const visitor = await open(circumstances, product.place());
    const { page } = visitor;
    visitor.expectStatus(401, 422);
    await visitor.visit("/account/security?from=mail");
    expect(pathOf(page)).toBe("/login");
    await tryLogin(visitor, "nobody@fans.example", "not the password");
    await page.getByRole("alert").waitFor();
    const email = await speaker("wren@demo.example", locale);
    await logIn(visitor, email, DEMO_PASSWORD, "**/account/security?from=mail");
    for (const path of ["/login", "/register", "/password/forgot", "/password/reset/x", "/login/code"]) {
      await visitor.visit(path);
      expect(pathOf(page)).toBe("/dashboard");
    }
    // Abroad nobody is led.
    await logOut(visitor);
    await visitor.visit("/login?return_to=https://elsewhere.example/");
    await tryLogin(visitor, email, DEMO_PASSWORD);
    await page.waitForURL("**/dashboard");
    expect(new URL(page.url()).origin).toBe(product.url);
  });

  test("after signing out, going back shows nothing of the signed-in pages", async () => {
    const visitor = await open(circumstances, product.place());
    const { page, t } = visitor;
    await logIn(visitor, await speaker("wren@demo.example", locale));
    await visitor.visit("/account/security");
    await logOut(visitor);
    await page.goBack();
    expect(pathOf(page)).toBe("/login");
    await page.goBack();
    expect(pathOf(page)).toBe("/login");
    expect(await page.getByRole("button", { name: t("drawer:logout") }).count()).toBe(0);
  });

  test("without a session, the browser's console shows at most one line of information", async () => {
    const visitor = await open(circumstances, product.place());
    const { page } = visitor;
    visitor.expectStatus(401);
    const words: string[] = [];
    page.on("console", (message) => words.push(`${message.type()}: ${message.text()}`));
    const asked = script
      ? page.waitForEvent("console", (message) => message.type() === "info")
      : Promise.resolve();
    await visitor.visit("/login");
    await asked;
    const own = words.filter((each) => !each.includes("Failed to load resource"));
    expect(own).toEqual(script ? ["info: Nobody is signed in."] : []);
    expect(pathOf(page)).toBe("/login");
  });
});

test("a window on /login goes on when the user has signed in in another one", async () => {
  const visitor: Visitor = await open({ script: true, locale: "en", width: 1280 }, product.place());
  await logIn(visitor, await speaker("wren@demo.example", "en"));
  const { page } = visitor;
  // As it stands there from before the other window signed in.
  const body = await (await fetch(`${product.url}/login`)).text();
  await page.route("**/login", (route) => route.fulfill({ status: 200, contentType: "text/html", body }));
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
});

/** Somebody of the demo world who speaks this language; signing in brings their own along. */
async function speaker(email: string, locale: "de" | "en"): Promise<string> {
  await product.db.updateTable("users").set({ locale }).where("email", "=", email).execute();
  return email;
}
