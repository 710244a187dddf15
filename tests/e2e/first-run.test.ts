import { spawnSync } from "node:child_process";
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { logIn, pathOf } from "../support/browser/creator-steps.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { eventually } from "../support/eventually.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { catchMails, type MailCatcher } from "../support/http/mail-catcher.ts";
import { freePort, type Product, startProduct, TEST_SECRETS } from "../support/http/product.ts";

// The first operator of a live installation: from the command line to the list, the brand with a logo, and a test mail.

const root = path.resolve(import.meta.dirname, "../..");
const PASSWORD = "vier Tassen Tee";
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#1b7a3d"/></svg>';

let database: TestDatabase;
let smtp: MailCatcher;
let product: Product;
let settings: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  smtp = await catchMails();
  const PORT = await freePort();
  settings = { ...LIVE_SETTINGS, PORT, PUBLIC_URL: `http://localhost:${PORT}`, SMTP_URL: smtp.url };
  product = await startProduct(database.url, settings);
});
afterAll(async () => {
  await product?.stop();
  await smtp?.close();
  await database?.drop();
});

function createOperator(email: string): { key: string; password: string; page: string } {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const secrets = { DATABASE_URL: database.url, DATA_DIR: product.dataDir, ...TEST_SECRETS };
  const { stdout } = spawnSync(process.execPath, [path.join(root, "scripts/operator-create.ts"), email], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...secrets },
    encoding: "utf8",
  });
  const [, key = ""] = /^Key for the authenticator app: (\S+)$/m.exec(stdout) ?? [];
  const [, password = ""] = /^Password, within 1 hour: (\S+)$/m.exec(stdout) ?? [];
  const [, page = ""] = /^Then the first steps: (\S+)$/m.exec(stdout) ?? [];
  return { key, password, page };
}

describe.for(TWO_WAYS)("the first run, script $script, $locale, $width px", (circumstances) => {
  const { locale } = circumstances;

  test("the first operator is led through what real money needs", async () => {
    const email = `first.${locale}@tribute.test`;
    const made = createOperator(email);
    expect(made.page).toBe(`${settings.PUBLIC_URL}/admin/settings/first-run`);
    const visitor = await open(circumstances, { url: product.url, address: "203.0.113.9" });
    const { page, t } = visitor;
    visitor.expectStatus(401);
    const go = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
    const step = (name: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: name });

    await visitor.visit(new URL(made.password).pathname);
    for (const label of [t("auth:reset.password"), t("auth:passwordAgain")])
      await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await go(t("auth:reset.go"));
    await page.getByText(t("auth:login.newPassword")).waitFor();
    await logIn(visitor, email, PASSWORD, "**/login/code*");
    const app = new TOTP({ secret: Secret.fromBase32(made.key) });
    await page.getByLabel(t("account:factor.code")).fill(app.generate());
    await go(t("auth:login.go"));
    await page.waitForURL("**/admin/settings/first-run");
    await visitor.looksRight();
    expect(await step(t("settings:firstRun.steps.legal")).innerText()).toContain(t("settings:fixed"));
    expect(await step(t("settings:firstRun.steps.provider")).innerText()).toContain("PAYMENT_PROVIDER");

    await go(t("settings:firstRun.testMailGo"));
    await page.getByText(t("settings:firstRun.sent", { email })).waitFor();
    // Its button moves back to rest.
    await page.getByRole("main").locator("button[data-loading]").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await visitor.looksRight();
    await eventually("the test mail arrives", () => smtp.recipients.includes(email));
    await eventually("mail is done", async () => {
      await visitor.visit("/admin/settings/first-run");
      return (await step(t("settings:firstRun.steps.mail")).innerText()).includes(
        t("settings:firstRun.done"),
      );
    });

    await page
      .getByRole("main")
      .getByRole("link", { name: t("settings:firstRun.steps.brand") })
      .click();
    await page.getByLabel(t("settings:brand.name"), { exact: true }).fill(`Kleingeld ${locale}`);
    await visitor.looksRight();
    await go(t("settings:save"));
    await page.waitForURL("**/admin/settings?done=changed");
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "status");
    await visitor.visit("/admin/settings/logo");
    await visitor.looksRight();
    const file = { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) };
    await page.locator("#logo_light-file").setInputFiles(file);
    await page
      .locator("#logo_light")
      .getByRole("button", { name: t("settings:logo.go") })
      .click();
    await page.waitForURL(/\/admin\/settings\/logo\?done=/);
    const logo = page.locator("header .logo img");
    await logo.waitFor();
    expect(await logo.getAttribute("alt")).toBe(`Kleingeld ${locale}`);
    await visitor.looksRight();

    await visitor.visit("/admin");
    await page
      .getByRole("main")
      .getByRole("link", { name: t("settings:firstRun.title") })
      .click();
    await page.waitForURL("**/admin/settings/first-run");
    expect(pathOf(page)).toBe("/admin/settings/first-run");
    expect(await step(t("settings:firstRun.steps.brand")).innerText()).toContain(t("settings:firstRun.done"));
  });
});
