import { describe, expect, test } from "vitest";
import { isAppPath } from "../../app/ui/shells/app-pages.ts";
import { type Circumstances, open, type Visitor } from "../support/browser/browser.ts";
import { giveSession, pathOf } from "../support/browser/creator-steps.ts";
import { hydrateByClock, whenHydrated } from "../support/browser/hydrated.ts";
import { brokenWords } from "../support/browser/lines.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { records } from "../support/database/records.ts";
import { setNewTips } from "../support/database/unread-tip.ts";
import { eventually } from "../support/eventually.ts";
import { appPaths } from "../support/http/app-routes.ts";
import { groupPaths, makeGroup } from "../support/http/owned-group.ts";
import { PASSWORD, type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { cookieOf } from "../support/http/users.ts";

const DESK: Circumstances = { script: true, locale: "en", width: 1280 };
const NARROW: Circumstances = { script: true, locale: "de", width: 320, dark: true };

/** A creator of the test's own, signed in in a window. */
async function creatorAt(circumstances: Circumstances): Promise<Visitor & { creator: SignedIn }> {
  const creator = await signInCreator("ACTIVE", circumstances.locale);
  const visitor = await open(circumstances);
  await giveSession(visitor, creator);
  return { ...visitor, creator };
}

/** Opens a page and waits until React has taken it over. */
async function openApp(visitor: Visitor, path: string): Promise<void> {
  await visitor.visit(path);
  await whenHydrated(visitor.page);
}

/** The last creator of the demo world with a tip: other tests take the first ones. */
async function tippedCreator(): Promise<{ id: string; email: string }> {
  const creator = await records()
    .selectFrom("users as u")
    .innerJoin("tips as t", "t.creator_id", "u.id")
    .where("u.status", "=", "ACTIVE")
    .where("u.email", "like", "%@demo.example")
    .select(["u.id", "u.email"])
    .orderBy("u.email", "desc")
    .executeTakeFirstOrThrow();
  await records().updateTable("users").set({ locale: DESK.locale }).where("id", "=", creator.id).execute();
  return creator;
}

/** Counts the documents that a window loads from now on. */
function countDocuments({ page }: Visitor): { documents: number } {
  const seen = { documents: 0 };
  page.on("request", (request) => {
    if (request.isNavigationRequest()) seen.documents += 1;
  });
  return seen;
}

const drawerLink = ({ page, t }: Visitor, name: string) =>
  page.getByRole("navigation", { name: t("drawer:label") }).getByRole("link", { name, exact: true });

// The window fails its test for each message in its console, such as one about hydration (support/browser/browser.ts).
test.for([DESK, NARROW])(
  "no hydrated page complains or overflows, $locale at $width px",
  async (circumstances) => {
    const visitor = await creatorAt(circumstances);
    const { page } = visitor;
    const group = await makeGroup(visitor.creator);
    const paths = (await appPaths()).filter((path) => !isOffice(path));
    for (const path of [...paths, ...groupPaths(group)]) {
      await visitor.visit(path);
      // Some lead on, such as a page for a second factor that is not there.
      if (!isAppPath(pathOf(page))) continue;
      await whenHydrated(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(circumstances.width);
    }
  },
);

const isOffice = (path: string) => /^\/admin(\/|$)/.test(path);

/** An address without what it names, such as "/admin/tips/:" and "/admin/books/accounts/bank/:/:". */
const shapeOf = (path: string) =>
  path
    .replaceAll(/\/(?:[\da-f-]{36}|[\d-]+)(?=\/|$)/g, "/:")
    .replace(
      /^(\/admin\/books\/accounts\/\w+)\/[A-Z]{3}(\/.+)?$/,
      (_, code, owner) => `${code}/:${owner ? "/:" : ""}`,
    );
/** The same page for each code of an account. */
const templateOf = (path: string) => shapeOf(path).replace(/(?<=\/accounts\/)\w+/, ":");

/** What is fetched and not shown. */
const NO_PAGE =
  /\/(statement|file|image|pictures|documents|table|dac7)(\/|$)|\/journal\/[\d-]+$|\/datev\/\d|\/oss\/\d/;

/** The pages of the back office that a page links to. */
async function officeLinks({ page }: Visitor): Promise<string[]> {
  const links = await page
    .locator("main a[href^='/admin'], nav a[href^='/admin']")
    .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.pathname : "")));
  return links.filter((link) => !NO_PAGE.test(link));
}

async function isTooWide({ page }: Visitor): Promise<boolean> {
  return await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

/** Reads the page with axe in both themes, its folds open, and tries it in a narrow window too. */
async function lookFaults(visitor: Visitor, isRead: boolean): Promise<string[]> {
  const { page, circumstances } = visitor;
  const faults: string[] = [];
  await page.locator("main details").evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute("open", "");
  });
  if (!isRead) {
    // Nothing may be on its way to another colour meanwhile.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await visitor.looksRight().catch((error: Error) => faults.push(error.message));
    await page.emulateMedia({ reducedMotion: "no-preference" });
  }
  for (const width of [360, circumstances.width]) {
    await page.setViewportSize({ width, height: 740 });
    const words = await page.evaluate(brokenWords);
    if (await isTooWide(visitor)) faults.push(`${pathOf(page)} does not fit ${width} px`);
    faults.push(...words.map((word) => `${pathOf(page)} breaks the word ${word} at ${width} px`));
  }
  return faults;
}

test.for([{ ...DESK, isLookedAt: true }, NARROW])(
  "no page of the back office complains, overflows or is hard to read, $locale at $width px",
  async (circumstances) => {
    const visitor = await operatorAt(circumstances);
    const { page } = visitor;
    const isLookedAt = "isLookedAt" in circumstances;
    if (isLookedAt) await page.emulateMedia({ reducedMotion: "no-preference" });
    const { id } = await tippedCreator();
    const users = [`/admin/users/${id}`, `/admin/users/${id}/page`];
    const waiting = [...(await appPaths()).filter(isOffice), ...users];
    const seen = new Set(waiting.map(shapeOf));
    const read = new Set<string>();
    const faults: string[] = [];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await openApp(visitor, path);
      // An entry that another test has waiting has only its approval.
      const isEntry =
        path.startsWith("/admin/books/corrections/") && pathOf(page).startsWith("/admin/approvals/");
      if (!isEntry) expect(pathOf(page)).toBe(path);
      if (await isTooWide(visitor)) faults.push(`${path} does not fit ${circumstances.width} px`);
      if (isLookedAt) faults.push(...(await lookFaults(visitor, read.has(templateOf(path)))));
      read.add(templateOf(path));
      for (const link of await officeLinks(visitor)) {
        if (seen.has(shapeOf(link))) continue;
        seen.add(shapeOf(link));
        waiting.push(link);
      }
    }
    expect(faults).toEqual([]);
    expect(seen.size).toBeGreaterThan(55);
  },
);

describe("a creator on hydrated pages", () => {
  test("links between hydrated pages load no document, and the way back leads through them", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/settings");
    const seen = countDocuments(visitor);
    await drawerLink(visitor, t("drawer:socialMedia")).click();
    await page.getByRole("heading", { level: 1, name: t("account:social.title") }).waitFor();
    expect([pathOf(page), await page.title()]).toEqual(["/account/socialmedia", t("account:social.title")]);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: t("account:settings.title") }).waitFor();
    expect(seen.documents).toBe(0);
    // Across the border a link loads a document.
    await drawerLink(visitor, t("drawer:profile")).click();
    await page.waitForURL(`**/${visitor.creator.username}`);
    expect(seen.documents).toBe(1);
  });

  test("a form says that it is on its way, and takes no second press meanwhile", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/settings");
    const seen = countDocuments(visitor);
    let posts = 0;
    const answer = Promise.withResolvers<void>();
    await page.route("**/account/settings.data", async (route) => {
      if (route.request().method() === "POST") posts += 1;
      await answer.promise;
      await route.continue();
    });
    const button = page.getByRole("button", { name: t("account:save") });
    await button.click();
    await eventually("the button is pending", () => button.isDisabled());
    answer.resolve();
    await page.getByText(t("account:saved")).waitFor();
    expect([posts, seen.documents]).toEqual([1, 0]);
    await eventually("the button can be pressed again", () => button.isEnabled());
  });

  test("a field is checked as it is left, and a refused form says why without a document", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/settings");
    const seen = countDocuments(visitor);
    const price = page.getByLabel(t("account:settings.price", { currency: "EUR" }));
    await price.fill("0.50");
    await price.blur();
    await eventually(
      "the field is marked",
      async () => (await price.getAttribute("aria-invalid")) === "true",
    );
    await page.getByRole("button", { name: t("account:save") }).click();
    await page.getByRole("alert").getByRole("link").waitFor();
    await eventually("the title says that something is wrong", async () =>
      (await page.title()).startsWith(t("common:form.errorTitle")),
    );
    await price.fill("2.50");
    await page.getByRole("button", { name: t("account:save") }).click();
    await page.getByText(t("account:saved")).waitFor();
    expect(await page.title()).toBe(t("account:settings.title"));
    expect(seen.documents).toBe(0);
  });

  test("a form on a line that breaks stays as it was typed, says so, and is sent once it can be", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t, creator } = visitor;
    await openApp(visitor, "/account/settings");
    visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await page.getByLabel(t("account:settings.price", { currency: "EUR" })).fill("3");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: t("account:save") }).click();
    await page.getByRole("alert").getByText(t("common:form.notSent")).waitFor();
    expect(await page.getByLabel(t("account:settings.price", { currency: "EUR" })).inputValue()).toBe("3");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: t("account:save") }).click();
    await page.getByText(t("account:saved")).waitFor();
    const { price } = await records()
      .selectFrom("users")
      .select("default_price_per_message_minor as price")
      .where("id", "=", creator.id)
      .executeTakeFirstOrThrow();
    expect(price).toBe(300);
  });

  test("a password that did not reach the server is still in its field", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/password");
    visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await page.getByLabel(t("account:password.current")).fill(PASSWORD);
    await page.getByLabel(t("account:password.new")).fill("nine cups of cocoa");
    await page.getByLabel(t("auth:passwordAgain")).fill("nine cups of cocoa");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: t("account:password.go") }).click();
    await page.getByRole("alert").getByText(t("common:form.notSent")).waitFor();
    expect(await page.getByLabel(t("account:password.current")).inputValue()).toBe(PASSWORD);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: t("account:password.go") }).click();
    await page.getByText(t("account:saved")).waitFor();
    expect(await page.getByLabel(t("account:password.current")).inputValue()).toBe("");
  });

  test("a page that does not arrive is told on a page with its style sheets", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/security");
    visitor.expectComplaint(/ERR_CONNECTION_RESET|Failed to fetch/);
    await page.route("**/account/settings.data", (route) => route.abort("connectionreset"));
    await drawerLink(visitor, t("drawer:settings")).click();
    await page.getByRole("heading", { level: 1, name: t("common:error.offline.title") }).waitFor();
    await eventually("the style sheets are there", () =>
      page.evaluate(() => document.styleSheets.length > 1),
    );
  });

  test("a link without a connection leaves the page and what is typed as they are", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/settings");
    visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    const price = page.getByLabel(t("account:settings.price", { currency: "EUR" }));
    await price.fill("4");
    await page.context().setOffline(true);
    await drawerLink(visitor, t("drawer:socialMedia")).click();
    await page.getByRole("alert").getByText(t("common:error.offline.text")).waitFor();
    expect([pathOf(page), await price.inputValue()]).toEqual(["/account/settings", "4"]);
    await page.context().setOffline(false);
    await drawerLink(visitor, t("drawer:socialMedia")).click();
    await page.getByRole("heading", { level: 1, name: t("account:social.title") }).waitFor();
  });

  test("a session that ends while something is typed says so and takes nothing away", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await page.clock.install();
    await visitor.visit("/account/settings");
    await hydrateByClock(page);
    visitor.expectStatus(401);
    const price = page.getByLabel(t("account:settings.price", { currency: "EUR" }));
    await price.fill("4");
    await page.context().clearCookies({ name: /session/ });
    await eventually("the page says that the session is over", async () => {
      await page.clock.runFor(1_000);
      return await page.getByRole("alert").getByText(t("common:signedOut")).isVisible();
    });
    expect([pathOf(page), await price.inputValue()]).toEqual(["/account/settings", "4"]);
  });

  test("a session that is ended in one tab asks for a login in each tab, a sent form is kept", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/security");
    // Of the poll, once the session is over, and of the form.
    visitor.expectStatus(401, 403);
    const other = await page.context().newPage();
    await other.goto("/account/settings");
    await page.context().clearCookies({ name: /session/ });
    await other.getByRole("button", { name: t("account:save") }).click();
    await other.getByRole("heading", { level: 1, name: t("auth:held.login.title") }).waitFor();
    await drawerLink(visitor, t("drawer:settings")).click();
    await page.waitForURL("**/login**");
  });

  test("a session that is ended from the list is gone at once, and is there again where the server says no", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t, creator } = visitor;
    await cookieOf(creator);
    await openApp(visitor, "/account/security");
    const ends = page.getByRole("button", { name: t("account:security.sessions.end"), exact: true });
    const before = await ends.count();
    const answer = Promise.withResolvers<void>();
    await page.route("**/sessions/*/end.data", async (route) => {
      await answer.promise;
      await route.abort("internetdisconnected");
    });
    visitor.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
    await ends.first().click();
    await eventually("the row is gone", async () => (await ends.count()) === before - 1);
    answer.resolve();
    await page.getByText(t("common:form.notSent")).waitFor();
    await eventually("the row is there again", async () => (await ends.count()) === before);
  });

  test("new tips show in title and drawer without a reload", async () => {
    const visitor = await open(DESK);
    const creator = await tippedCreator();
    await setNewTips(records(), creator.id, false);
    const { page, t } = visitor;
    await page.clock.install();
    await giveSession(visitor, { cookie: await cookieOf(creator) });
    await visitor.visit("/account/settings");
    await hydrateByClock(page);
    const seen = countDocuments(visitor);
    const poll = () => Promise.all([page.waitForResponse("**/api/user"), page.clock.runFor(10_000)]);
    await poll();
    await setNewTips(records(), creator.id, true);
    await poll();
    await page
      .getByRole("navigation")
      .getByRole("img", { name: t("drawer:newTips") })
      .first()
      .waitFor();
    await eventually("the title names new tips", async () =>
      (await page.title()).endsWith(t("common:newTipsSuffix")),
    );
    expect(seen.documents).toBe(0);
  });

  describe("a page whose script is missing", () => {
    async function withoutScript(typed: string) {
      const visitor = await creatorAt(DESK);
      const { page, t } = visitor;
      visitor.expectStatus(404);
      visitor.expectComplaint(/Failed to fetch|dynamically imported|Error loading route module/);
      await page.route("**/assets/fans-*.js", (route) => route.fulfill({ status: 404, body: "" }));
      await openApp(visitor, "/account/settings");
      await page.evaluate(() => sessionStorage.clear());
      const price = page.getByLabel(t("account:settings.price", { currency: "EUR" }));
      if (typed !== "") await price.fill(typed);
      const seen = countDocuments(visitor);
      const open = () => drawerLink(visitor, t("drawer:fans")).click();
      const refused = () => page.getByRole("alert").getByText(t("common:error.offline.text")).waitFor();
      const opened = () => page.getByRole("heading", { level: 1, name: t("dashboard:fans.title") }).waitFor();
      return { ...visitor, price, seen, open, refused, opened };
    }

    test("typed words stay, and a second press loads the page as a document", async () => {
      const { page, price, seen, open, refused, opened } = await withoutScript("4");
      await open();
      await refused();
      expect([pathOf(page), await price.inputValue(), seen.documents]).toEqual(["/account/settings", "4", 0]);
      await open();
      await opened();
      expect([pathOf(page), seen.documents]).toEqual(["/dashboard/fans", 1]);
    });

    test("the page is loaded anew at most once a minute", async () => {
      const { page, seen, open, refused, opened } = await withoutScript("");
      await open();
      await eventually("the page is loaded anew", () => seen.documents === 1);
      await whenHydrated(page);
      await open();
      await refused();
      expect([pathOf(page), seen.documents]).toEqual(["/account/settings", 1]);
      await open();
      await opened();
      expect(seen.documents).toBe(2);
    });
  });

  test("a page that is restored after the logout leads to the login", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    await openApp(visitor, "/account/settings");
    visitor.expectStatus(401);
    await page.getByLabel(t("account:settings.price", { currency: "EUR" })).fill("4");
    await page.context().clearCookies({ name: /session/ });
    // What a browser sends that restores the page from its memory.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await page.waitForURL("**/login**");
  });

  test("an act whose answer is lost shows as done after the next poll", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t, creator } = visitor;
    await cookieOf(creator);
    await page.clock.install();
    await visitor.visit("/account/security");
    await hydrateByClock(page);
    visitor.expectComplaint(/ERR_CONNECTION_RESET/);
    const ends = page.getByRole("button", { name: t("account:security.sessions.end"), exact: true });
    const before = await ends.count();
    await page.route("**/sessions/*/end.data", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await ends.first().click();
    await page.getByText(t("common:form.notSent")).waitFor();
    await eventually("the session is gone from the list", async () => {
      await page.clock.runFor(1_000);
      return (await ends.count()) === before - 1;
    });
  });

  test("a page of another build is loaded anew, once", async () => {
    const visitor = await creatorAt(DESK);
    const { page, t } = visitor;
    // A discovery may meet the other build before the press does.
    visitor.expectComplaint(/manifest version mismatch/);
    await openApp(visitor, "/account/settings");
    const seen = countDocuments(visitor);
    await page.route("**/__manifest?*", (route) =>
      route.fulfill({ status: 204, headers: { "X-Remix-Reload-Document": "true" } }),
    );
    await page.evaluate(() => sessionStorage.clear());
    await drawerLink(visitor, t("drawer:socialMedia")).click();
    await page.getByRole("heading", { level: 1, name: t("account:social.title") }).waitFor();
    expect(seen.documents).toBeLessThanOrEqual(1);
  });
});
