import type { Page } from "playwright";
import { type Circumstances, open, type Place, type Visitor } from "./browser.ts";

/** The password of everybody in the demo world. */
export const DEMO_PASSWORD = "thank-you-note";

/** What a creator does to come in, by the names that the page gives to things. */

/** A picture that passes for the front of a passport. */
export const PASSPORT = {
  name: "passport.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** Types into the login's form and sends it. */
export async function tryLogin({ page, t }: Visitor, email: string, password: string): Promise<void> {
  await page.getByLabel(t("auth:email")).fill(email);
  await page.getByLabel(t("auth:password")).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("auth:login.go") })
    .click();
}

/** Signs in on /login, and waits for the page that it leads to. */
export async function logIn(
  visitor: Visitor,
  email: string,
  password = DEMO_PASSWORD,
  onto: string | RegExp = "**/dashboard",
): Promise<void> {
  const { page } = visitor;
  // With script, the pages of visitors ask who is signed in, and are told that nobody is.
  visitor.expectStatus(401);
  if (pathOf(page) !== "/login") await visitor.visit("/login");
  await tryLogin(visitor, email, password);
  await page.waitForURL(onto);
}

/** Signs a window in with a session that is there already: what the login itself promises is tests/e2e/sign-in.test.ts. */
export async function giveSession({ page }: Visitor, { cookie }: { cookie: string }): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, domain: "localhost", path: "/" }]);
}

/** A window that is signed in, on a page. */
export async function openSignedIn(
  circumstances: Circumstances,
  user: { cookie: string },
  path: string,
  place?: Place,
): Promise<Visitor> {
  const visitor = await open(circumstances, place);
  await giveSession(visitor, user);
  await visitor.visit(path);
  return visitor;
}

/** Signs out by the drawer's button, which a phone shows after its link. */
export async function logOut({ page, t, circumstances }: Visitor): Promise<void> {
  if (circumstances.width === 360) await page.getByRole("link", { name: t("common:nav.menu") }).click();
  const drawer = page.getByRole("navigation", { name: t("drawer:label") });
  await drawer.getByRole("button", { name: t("drawer:logout") }).click();
  await page.waitForURL("**/login");
}

/** The path of the page that is open. */
export function pathOf(page: Page): string {
  const url = page.url();
  return url.startsWith("http") ? new URL(url).pathname : "";
}

/** The problem that stands under a field. */
export async function problemAt(page: Page, label: string): Promise<string> {
  const id = await page.getByLabel(label, { exact: true }).getAttribute("id");
  return (await page.locator(`#${id}-error`).textContent())?.trim() ?? "";
}
