import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { logIn, openSignedIn, pathOf } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { operatorsCookie } from "../support/http/back-office.ts";
import { type MailedProduct, startMailedProduct } from "../support/http/mailed-product.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

// An operator's way, from the invitation to the removal: what each page shows follows the role.

const PASSWORD = "vier Tassen Tee";

let product: MailedProduct;
beforeAll(async () => {
  product = await startMailedProduct();
});
afterAll(() => product.stop());

describe.for(TWO_WAYS)("an operator's role, script $script, $locale, $width px", (circumstances) => {
  const { locale, script } = circumstances;
  const t = i18nFor(locale).getFixedT(locale, [
    "operators",
    "approvals",
    "auth",
    "account",
    "admin",
    "common",
  ]);
  const role = t("operators:roleName");

  const adminAt = async (path: string) => {
    const cookie = await operatorsCookie(withPayouts(createTipWorld(product.db)));
    return await openSignedIn(circumstances, { cookie }, path, product.place());
  };
  const press = async ({ page }: Visitor, name: string) => {
    if (script) await whenHydrated(page);
    await page.getByRole("main").getByRole("button", { name, exact: true }).click();
  };
  const said = ({ page }: Visitor, text: string) => page.getByRole("status").getByText(text).waitFor();
  const statusAt = async ({ page }: Visitor, path: string) => (await page.goto(path))?.status();
  const drawerOf = async ({ page }: Visitor) =>
    await page
      .locator("#drawer :is(.areas, li) a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

  async function approve(admin: Visitor, email: string) {
    const { page } = admin;
    await admin.visit("/admin/approvals");
    await page.getByRole("row").filter({ hasText: email }).locator("a.row-link").first().click();
    await page.getByRole("heading", { name: t("approvals:approve"), exact: true }).waitFor();
    await admin.looksRight();
    await press(admin, t("approvals:approveGo"));
    await said(admin, t("approvals:done.approved"));
  }

  /** Takes the mailed link, and signs in for the first time. */
  async function join(email: string): Promise<Visitor> {
    const invited = await open(circumstances, product.place());
    // The login page asks for a login in another tab.
    invited.expectStatus(401);
    const { page } = invited;
    const link = await product.linkTo(email, /register\/operator/);
    await invited.visit(link);
    await page.getByText(t("operators:join.intro", { email, role: t("operators:role.SUPPORT") })).waitFor();
    await invited.looksRight();
    const key = (await page.locator(".secret").innerText()).replaceAll(" ", "");
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    await page.getByLabel(t("operators:join.code")).fill(app.generate());
    for (const label of [t("operators:join.password"), t("auth:passwordAgain")])
      await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await page
      .getByRole("main")
      .getByRole("button", { name: t("operators:join.go") })
      .click();
    await page.waitForURL("**/login");
    await page.getByText(t("auth:login.joined")).waitFor();
    await logIn(invited, email, PASSWORD, "**/login/code*");
    // The app's next code: each works once.
    await page.getByLabel(t("account:factor.code")).fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page
      .getByRole("main")
      .getByRole("button", { name: t("auth:login.go") })
      .click();
    await page.waitForURL("**/admin");
    return invited;
  }

  test("is asked for by one Admin, approved by another, and decides what its operator sees", async () => {
    const email = `support.${locale}@tribute.example`;
    const first = await adminAt("/admin/operators");
    const second = await adminAt("/admin");
    const { page } = first;
    if (script) await whenHydrated(page);
    await page.getByLabel(t("operators:email"), { exact: true }).fill(email);
    await page.getByLabel(role, { exact: true }).selectOption({ label: t("operators:role.SUPPORT") });
    await first.looksRight();
    await press(first, t("operators:invite.go"));
    await said(first, t("operators:done.waiting"));
    await page.getByRole("row").filter({ hasText: email }).getByRole("link").click();
    await page.getByRole("heading", { name: t("approvals:takeBack.title") }).waitFor();
    expect(await page.getByRole("button", { name: t("approvals:approveGo") }).count()).toBe(0);
    await approve(second, email);

    const invited = await join(email);
    invited.expectStatus(403);
    await invited.looksRight();
    expect(await drawerOf(invited)).toEqual([
      ...["/admin", "/admin/users", "/admin/payments", "/admin/vouchers", "/admin/monthly"],
      "/admin/networks",
      ...["/admin/mails", "/admin/traffic", "/account", "/account/security"],
    ]);
    expect([await statusAt(invited, "/admin/mails"), await statusAt(invited, "/admin/payouts")]).toEqual([
      200, 403,
    ]);
    await invited.page.getByText(t("common:error.otherRole.subtitle")).waitFor();
    await invited.looksRight();

    await first.visit("/admin/operators");
    await page.getByRole("link", { name: email }).click();
    await page.getByRole("heading", { name: t("operators:change.title") }).waitFor();
    if (script) await whenHydrated(page);
    await page.getByLabel(role, { exact: true }).selectOption({ label: t("operators:role.FINANCE") });
    await first.looksRight();
    await press(first, t("operators:change.go"));
    await said(first, t("operators:done.waiting"));
    expect(await statusAt(invited, "/admin/payouts")).toBe(403);
    await approve(second, email);
    expect([await statusAt(invited, "/admin/mails"), await statusAt(invited, "/admin/payouts")]).toEqual([
      403, 200,
    ]);
    expect(await drawerOf(invited)).toContain("/admin/books");
    expect(await drawerOf(invited)).not.toContain("/admin/mails");

    await first.visit("/admin/operators");
    await page.getByRole("link", { name: email }).click();
    await page.getByRole("heading", { name: t("operators:remove.title") }).waitFor();
    if (script) await whenHydrated(page);
    await page.getByLabel(t("admin:lock.reason")).fill("Left the team");
    await press(first, t("operators:remove.go"));
    await said(first, t("operators:done.removed"));
    expect(await page.getByText(email).count()).toBe(0);
    await invited.visit("/admin/payouts");
    expect(pathOf(invited.page)).toBe("/login");
  });
});
