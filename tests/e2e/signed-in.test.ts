import { afterAll, describe, expect, inject, test } from "vitest";
import type { AccountStatus } from "../../app/domain/users/viewer.ts";
import { createDatabase } from "../../db/index.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { LANGUAGES } from "../../locales/index.ts";
import { type Circumstances, open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { DEMO_PASSWORD, logIn, pathOf } from "../support/browser/creator-steps.ts";
import { hydrateByClock } from "../support/browser/hydrated.ts";
import { setNewTips } from "../support/database/unread-tip.ts";
import { eventually } from "../support/eventually.ts";

const db = createDatabase(inject("product").databaseUrl);
afterAll(() => db.destroy());

const DESK: Circumstances = { script: true, locale: "en", width: 1280 };
const PHONE: Circumstances = { script: false, locale: "de", width: 360 };
const POLL_MS = 10_000;

/**
 * Somebody of the demo world in that status, whose language is that of the test: signing in brings their own along. Each
 * test takes another one.
 */
async function someone(
  status: AccountStatus,
  nth = 0,
  { locale }: Circumstances = DESK,
): Promise<{ id: string; email: string }> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "email"])
    .where("status", "=", status)
    .where("role", "=", "CREATOR")
    // Whom other tests have made, and locked, has another password.
    .where("email", "like", "%@demo.example")
    .orderBy("email")
    .execute();
  const found = rows[nth];
  if (!found) throw new Error(`the demo world has no ${nth + 1} creators who are ${status}`);
  await db.updateTable("users").set({ locale }).where("id", "=", found.id).execute();
  return found;
}

describe("a session that was ended elsewhere", () => {
  test("a session that was ended elsewhere is over at the next page, and with script within ten seconds", async () => {
    const { email } = await someone("ACTIVE", 0);
    const [here, phone, desk] = [await open(DESK), await open(PHONE), await open(DESK)];
    for (const visitor of [here, phone]) await logIn(visitor, email);
    await desk.page.clock.install();
    await logIn(desk, email);
    await here.visit("/account/security");
    await here.page.getByRole("button", { name: here.t("account:security.sessions.endAll") }).click();
    await eventually("one session is left", async () => (await countSessions(email)) === 1);
    await phone.visit("/account/security");
    expect(new URL(phone.page.url()).search).toBe("?return_to=%2Faccount%2Fsecurity");
    expect(pathOf(desk.page)).toBe("/dashboard");
    await desk.page.clock.runFor(POLL_MS);
    await desk.page.waitForURL("**/login");
    await here.visit("/dashboard");
    expect(pathOf(here.page)).toBe("/dashboard");
  });

  test("a session that was ended elsewhere can be one of several", async () => {
    const { email } = await someone("ACTIVE", 1);
    const [here, other, third] = [await open(DESK), await open(PHONE), await open(PHONE)];
    for (const visitor of [here, other, third]) await logIn(visitor, email);
    await here.visit("/account/security");
    await here.looksRight();
    const end = here.page.getByRole("button", { name: here.t("account:security.sessions.end"), exact: true });
    expect(await end.count()).toBe(2);
    // The newest stands first.
    await end.first().click();
    await eventually("two sessions are left", async () => (await countSessions(email)) === 2);
    await third.visit("/account/security");
    expect(pathOf(third.page)).toBe("/login");
    await other.visit("/account/security");
    expect(pathOf(other.page)).toBe("/account/security");
  });
});

async function countSessions(email: string): Promise<number> {
  const { count } = await db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("u.email", "=", email)
    .executeTakeFirstOrThrow();
  return count;
}

test("new tips show in the title and by the drawer's dots without a reload, and asking costs a 304", async () => {
  const { id, email } = await someone("ACTIVE", 2);
  await setNewTips(db, id, false);
  const visitor = await open(DESK);
  const { page, t } = visitor;
  await page.clock.install();
  await logIn(visitor, email);
  await hydrateByClock(page);
  const plain = t("dashboard:title");
  const dot = page.getByRole("navigation").getByRole("img", { name: t("drawer:newTips") });
  const poll = async () => {
    const [answer] = await Promise.all([page.waitForResponse("**/api/user"), page.clock.runFor(POLL_MS)]);
    return answer.status();
  };
  expect(await page.title()).toBe(plain);
  expect(await dot.count()).toBe(0);
  expect([await poll(), await poll(), await poll()]).toEqual([200, 304, 304]);
  await page.evaluate(() => {
    document.documentElement.dataset.unloaded = "never";
  });
  await setNewTips(db, id, true);
  expect(await poll()).toBe(200);
  await dot.first().waitFor();
  expect(await page.title()).toBe(`${plain} (new tips)`);
  expect(await dot.count()).toBe(1);
  expect(await poll()).toBe(304);
  expect(await page.title()).toBe(`${plain} (new tips)`);
  await setNewTips(db, id, false);
  expect(await poll()).toBe(200);
  await dot.first().waitFor({ state: "hidden" });
  expect(await page.title()).toBe(plain);
  expect(await page.evaluate(() => document.documentElement.dataset.unloaded)).toBe("never");
});

test("without script, new tips show in the title and by the dots of the next page", async () => {
  const { id, email } = await someone("ACTIVE", 3, PHONE);
  await setNewTips(db, id, true);
  const visitor = await open(PHONE);
  const { page, t } = visitor;
  await logIn(visitor, email);
  expect(await page.title()).toBe(`${t("dashboard:title")} (neue Trinkgelder)`);
  await page
    .getByRole("banner")
    .getByRole("img", { name: t("drawer:newTips") })
    .waitFor();
  await visitor.looksRight();
  // The suffix stands on public pages too.
  await visitor.visit("/faq");
  expect(await page.title()).toMatch(/ \(neue Trinkgelder\)$/);
});

test("on a phone without script the drawer opens by its link, and closes", async () => {
  const { email } = await someone("PENDING", 0, PHONE);
  const visitor = await open(PHONE);
  const { page, t } = visitor;
  await logIn(visitor, email);
  const drawer = page.getByRole("navigation", { name: t("drawer:label") });
  expect(await drawer.count()).toBe(0);
  await page.getByRole("link", { name: t("common:nav.menu") }).click();
  await drawer.waitFor();
  await visitor.looksRight();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("nav")?.id)).toBe("drawer");
  await page.keyboard.press("Escape");
  expect(await drawer.isVisible()).toBe(true);
  await page.getByRole("link", { name: t("drawer:close") }).click();
  await drawer.waitFor({ state: "hidden" });
  // What is closed is not in the way of the Tab key.
  for (let stops = 0; stops < 12; stops += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("nav")?.id)).not.toBe("drawer");
  }
});

test("the language that is chosen while signed in is kept with the user, and used on another device", async () => {
  const { id, email } = await someone("ACTIVE", 4, PHONE);
  const visitor = await open(PHONE);
  const { page } = visitor;
  await logIn(visitor, email);
  await page.getByRole("contentinfo").getByRole("button", { name: LANGUAGES.en.name }).click();
  await page.getByRole("heading", { name: i18nFor("en").getFixedT("en", "dashboard")("title") }).waitFor();
  const { locale } = await db
    .selectFrom("users")
    .select("locale")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(locale).toBe("en");
  const elsewhere = await open(PHONE);
  await logIn(elsewhere, email);
  expect(await elsewhere.page.getAttribute("html", "lang")).toBe("en");
});

/** What a menu shows: "!" a dot for something that waits, "*" new tips, "-" disabled. */
const MONEY = ["Items", "Fans", "Statistics", "Payouts"];
const TABLE: Record<string, string[]> = {
  ACTIVE: [
    ...["My page", "Tips *", ...MONEY, "Groups"],
    ...["Share on X !", "Edit profile", "Social media !", "Posts on X", "Share link and QR code"],
    ...["Redeem a voucher", "Discord bot", "Settings"],
  ],
  ...Object.fromEntries(
    // Whatever is not ACTIVE has the dot, also while it is in review or owes after a chargeback.
    ["CREATED", "PENDING", "DECLINED", "CHARGEBACK"].map((status) => [
      status,
      [
        // Only verified creators have tips.
        ...["My page -", status === "CHARGEBACK" ? "Home *" : "Home", ...MONEY],
        ...["Edit profile", "Verification !", "Payout data !", "Social media !", "Posts on X"],
        // Fans can tip them as before.
        ...(status === "CHARGEBACK" ? ["Share link and QR code"] : []),
        "Settings",
      ],
    ]),
  ),
  LOCKED: ["Why my account is locked", "Download my data", "Delete my account"],
};

test.for(Object.keys(TABLE) as AccountStatus[])(
  "the drawer of a creator who is %s has its entries",
  async (status) => {
    const { id, email } = await someone(status, status === "ACTIVE" ? 5 : 0);
    await setNewTips(db, id, true);
    await db.deleteFrom("social_links").where("user_id", "=", id).execute();
    const visitor = await open(DESK);
    const { page, t } = visitor;
    await logIn(visitor, email, DEMO_PASSWORD, status === "LOCKED" ? "**/account/locked" : "**/dashboard");
    expect(await readDrawer(visitor)).toEqual(TABLE[status]);
    await visitor.looksRight();
    if (status === "LOCKED") return;
    // The dashboard says how an account stands that is not as it should be.
    if (status !== "ACTIVE")
      await page
        .getByText(t(`dashboard:home.status.${status as "PENDING"}`))
        .first()
        .waitFor();
    const link = async (network: string) =>
      await db
        .insertInto("social_links")
        .values({ user_id: id, network, handle: "somebody", is_visible: true })
        .execute();
    // Enough to verify, but the dot is about four networks alone.
    await link("youtube");
    await page.reload();
    expect(await readDrawer(visitor)).toEqual(TABLE[status]);
    await link("instagram");
    await setNewTips(db, id, false);
    await page.reload();
    const quiet = TABLE[status]?.map((entry) => entry.replace(/^(Social.*) !$/, "$1").replace(" *", ""));
    expect(await readDrawer(visitor)).toEqual(quiet);
    // The page one is on is marked.
    for (const [path, entry, kind] of [
      ["/account/settings", "Settings", "page"],
      ["/account/privacy", "Settings", "true"],
      ["/dashboard/statistics", "Statistics", "true"],
      ["/payout", "Payouts", "page"],
    ] as const) {
      await visitor.visit(path);
      const current = page.locator("#drawer [aria-current]");
      expect([await current.innerText(), await current.getAttribute("aria-current")]).toEqual([entry, kind]);
    }
    await visitor.visit("/account/security");
    expect(await page.locator("#drawer [aria-current]").innerText()).toContain("My account");
    const opened = status === "ACTIVE" ? 200 : 403;
    visitor.expectStatus(403);
    const answer = await page.goto("/grouplists");
    expect(answer?.status()).toBe(opened);
    const way = status === "CHARGEBACK" ? "common:error.toPayouts" : "common:error.toVerification";
    if (opened === 403) await page.getByRole("link", { name: t(way) }).waitFor();
    await visitor.looksRight();
  },
);

const OPEN_TO_ALL = ["Email address", "Settings", "Delete my account"];

test("before its stages are passed an account's drawer offers only what is there", async () => {
  const { id, email } = await someone("CREATED", 1);
  const before = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const visitor = await open(DESK);
  await db.updateTable("users").set({ username: null }).where("id", "=", id).execute();
  await logIn(visitor, email, DEMO_PASSWORD, "**/register/complete");
  expect(await readDrawer(visitor)).toEqual(["My page -", "Home", "Edit profile !", ...OPEN_TO_ALL]);
  await visitor.looksRight();
  await db.updateTable("users").set({ email_verified_at: null }).where("id", "=", id).execute();
  await visitor.visit("/dashboard");
  expect(pathOf(visitor.page)).toBe("/account/verify-email");
  expect(await readDrawer(visitor)).toEqual(["My page -", "Home", ...OPEN_TO_ALL]);
  const { username, email_verified_at } = before;
  await db.updateTable("users").set({ username, email_verified_at }).where("id", "=", id).execute();
});

async function readDrawer({ page, t }: Visitor): Promise<string[]> {
  const marks = { waiting: t("drawer:waiting"), tips: t("drawer:newTips") };
  return await page.locator("#drawer li").evaluateAll((entries, { waiting, tips }) => {
    const has = (entry: Element, name: string) =>
      [...entry.querySelectorAll<HTMLElement>("[role=img]")].some(
        (dot) => dot.ariaLabel === name && dot.checkVisibility(),
      );
    return entries.map((entry) => {
      const text = [...(entry.querySelector(".drawer-entry")?.childNodes ?? [])]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
        .join("")
        .trim();
      return [
        text,
        ...(entry.querySelector("[aria-disabled=true]") ? ["-"] : []),
        ...(has(entry, waiting) ? ["!"] : []),
        ...(has(entry, tips) ? ["*"] : []),
      ].join(" ");
    });
  }, marks);
}

describe.for(TWO_WAYS)("by keyboard, script $script, $locale, $width px", (circumstances) => {
  test("every page of signing in is gone through in its order by keyboard, and what has the focus is seen", async () => {
    const visitor = await open(circumstances);
    visitor.expectStatus(401, 422);
    const { page } = visitor;
    for (const path of ["/login", "/register", "/password/forgot"]) {
      await visitor.visit(path);
      const stops = await tabThrough(visitor);
      expect(stops.unseen).toEqual([]);
      // In the order of the page, and the field comes before the button.
      expect(stops.order).toEqual([...stops.order].sort((a, b) => a - b));
      expect(stops.order.length).toBeGreaterThan(3);
      await page.keyboard.press("Escape");
      expect(pathOf(page)).toBe(path);
    }
    await logIn(visitor, (await someone("PENDING", 1, circumstances)).email);
    await visitor.visit("/account/security");
    const stops = await tabThrough(visitor);
    expect(stops.unseen).toEqual([]);
    expect(stops.order).toEqual([...stops.order].sort((a, b) => a - b));
  });
});

/** Goes through a page by Tab: where each stop stands in the document, and which of them show no outline. */
async function tabThrough({ page }: Visitor): Promise<{ order: number[]; unseen: string[] }> {
  const order: number[] = [];
  const unseen: string[] = [];
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(async () => {
      // A frame takes its colour in a tenth of a second.
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
      const element = document.activeElement;
      if (!element || element === document.body || element.closest("footer")) return null;
      // The place to drop files on shows the focus of the input behind it.
      const shown = element.closest(".dropzone")?.querySelector(".drop:not([hidden]) > div") ?? element;
      for (const animation of shown.getAnimations()) animation.finish();
      const { outlineStyle, borderColor } = getComputedStyle(shown);
      const { width, bottom, right } = shown.getBoundingClientRect();
      // A field is framed in the accent instead, the colour of links.
      const accent = getComputedStyle(document.querySelector("main a") ?? element).color;
      const isSeen = outlineStyle !== "none" || (element.matches("input") && borderColor === accent);
      return {
        place: [...document.querySelectorAll("*")].indexOf(element),
        isSeen: isSeen && width > 0 && bottom > 0 && right > 0,
        html: element.outerHTML.slice(0, 120),
      };
    });
    if (!stop) break;
    order.push(stop.place);
    if (!stop.isSeen) unseen.push(stop.html);
  }
  return { order, unseen };
}
