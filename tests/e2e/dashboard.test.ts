import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { SHARE_INTENT } from "../../app/domain/users/social-networks.ts";
import { type Circumstances, open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { giveSession, openSignedIn, pathOf } from "../support/browser/creator-steps.ts";
import { hydrateByClock, whenHydrated } from "../support/browser/hydrated.ts";
import { eventually } from "../support/eventually.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";

// A creator at the dashboard, as the person sits there: read, thank, search, take along, show the QR code, share.

async function payTip(creator: SignedIn, { name = "Nora Regen", words = "Das Lied mit dem Regen." } = {}) {
  const fan = wireFan("de");
  const email = `${crypto.randomUUID()}@fans.example`;
  const tip = await prepareTip(fan, { username: creator.username ?? "", amount: "12", email, name, words });
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
}

async function atDashboard(circumstances: Circumstances): Promise<{ creator: SignedIn; visitor: Visitor }> {
  const creator = await signInCreator("ACTIVE", circumstances.locale);
  await payTip(creator);
  return { creator, visitor: await openSignedIn(circumstances, creator, "/dashboard") };
}

const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);

test.for(TWO_WAYS)(
  "a creator reads tips and thanks for them, script $script, $locale, $width px",
  async (circumstances) => {
    const { creator, visitor } = await atDashboard(circumstances);
    const { page, t } = visitor;
    await page.getByText("Das Lied mit dem Regen.").first().waitFor();
    await visitor.looksRight();
    // Whatever else the page has to ask, four tips fit on the first screen.
    const newest = await page.locator(".letter").first().boundingBox();
    const { height } = page.viewportSize() ?? { height: 0 };
    expect((newest?.y ?? height) + 4 * (newest?.height ?? height)).toBeLessThan(height);
    await page.getByRole("button", { name: t("dashboard:choice.DAILY") }).click();
    await page.getByText(t("dashboard:notifications.saved.DAILY")).waitFor();

    const letter = page.locator(".letter").first();
    await letter.locator("summary").click();
    const thank = letter.getByRole("button", { name: t("dashboard:tip.thank") });
    await letter.getByText(/^Vielen lieben Dank, Nora Regen!/).waitFor();
    await visitor.looksRight();
    await thank.click();
    await letter.getByRole("button", { name: t("dashboard:reply.takeBack") }).click();
    await page.getByText(t("dashboard:reply.takenBack")).waitFor();
    await thank.waitFor();
    expect(await letter.getByRole("link", { name: t("dashboard:reply.change") }).count()).toBe(1);
    await thank.click();
    await letter.getByText(t("dashboard:reply.sent")).waitFor();
    // Without script the page comes back to the tip itself; with it, it never went away from there.
    if (!circumstances.script) {
      expect((await letter.boundingBox())?.y).toBeLessThan(height / 3);
      expect(new URL(page.url()).hash).toBe(`#${await letter.getAttribute("id")}`);
    }
    await letter.getByText(/^Vielen lieben Dank, Nora Regen!/).waitFor();
    expect(await page.getByRole("button", { name: t("dashboard:tip.thank") }).count()).toBe(0);
    await visitor.looksRight();

    visitor.expectStatus(422);
    await page.getByRole("link", { name: t("dashboard:tip.write") }).click();
    await page.getByRole("button", { name: t("dashboard:reply.send") }).click();
    visitor.expectStatus(422);
    await page.getByRole("alert").getByText(t("errors:reply.required")).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("dashboard:reply.label")).fill("Bis bald, Nora Regen!");
    await page.getByLabel(t("dashboard:reply.remember")).check();
    await page.getByRole("button", { name: t("dashboard:reply.send") }).click();
    await page.waitForURL(/\/dashboard\/tips\/[\w-]+$/);
    await page.getByText(t("dashboard:refusal.used_up")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("dashboard:tip.refund") }).click();
    await page.waitForURL("**/refund");

    await payTip(creator, { name: "Olli", words: "Mehr davon!" });
    await visitor.visit("/dashboard?show=new");
    await page.getByText("Mehr davon!").first().waitFor();
    expect(await page.getByText("Das Lied mit dem Regen.").count()).toBe(0);
    // The remembered text has the next fan's name.
    expect(await page.locator(".letter-thanks .thanks-draft").textContent()).toBe("Bis bald, Olli!");
    await page.getByRole("button", { name: t("dashboard:readAll") }).click();
    await page.getByText(t("dashboard:empty.new")).waitFor();
    expect(page.url()).toMatch(/\/dashboard\?show=new$/);
    await visitor.visit("/dashboard?show=new");
    await page.getByText(t("dashboard:empty.new")).waitFor();
    await visitor.looksRight();

    await visitor.visit("/dashboard");
    await page.locator("summary").getByText(t("dashboard:search.title")).click();
    await page.getByLabel(t("dashboard:search.label")).fill("oll");
    await page.getByRole("button", { name: t("dashboard:search.go") }).click();
    await page.waitForURL("**/dashboard?fan=oll");
    await page.getByText("Das Lied mit dem Regen.").first().waitFor({ state: "detached" });
    await page.getByText("Mehr davon!").first().waitFor();
    const [table] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: t("dashboard:exportFound") }).click(),
    ]);
    expect(table.suggestedFilename()).toBe(`${t("dashboard:csv.file")}.csv`);
  },
);

test.for(TWO_WAYS)(
  "a creator shows the QR code and shares the page, script $script, $locale, $width px",
  async (circumstances) => {
    const { creator, visitor } = await atDashboard(circumstances);
    const { page, t } = visitor;
    const drawer = page.getByRole("navigation", { name: t("drawer:label") });
    const openDrawer = async () => {
      if (circumstances.width < 900) await page.getByRole("link", { name: t("common:nav.menu") }).click();
    };
    const dots = () => drawer.getByRole("img", { name: t("drawer:waiting") }).count();
    const link = page.locator(".share-link");
    expect(await link.textContent()).toMatch(new RegExp(`^http.*/${creator.username}$`));
    const copy = page.getByRole("button", { name: t("dashboard:side.copy") });
    if (circumstances.script) {
      // A person's browser allows it to whoever presses a button; this one has nobody to ask.
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await copy.click();
      await page.getByRole("status").getByText(t("dashboard:side.copied")).waitFor();
    } else expect(await copy.count()).toBe(0);
    await openDrawer();
    await drawer.getByRole("link", { name: t("drawer:qr") }).click();
    const code = page.getByRole("img", { name: new RegExp(`/${creator.username}$`) });
    await code.waitFor();
    expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 });
    if (circumstances.script) {
      expect(pathOf(page)).toBe("/dashboard");
      const dialog = page.getByRole("dialog");
      expect((await dialog.boundingBox())?.width).toBe(500);
      await visitor.looksRight();
      await dialog.getByRole("button", { name: t("drawer:closeDialog") }).click();
      expect(await dialog.count()).toBe(0);
      await eventually("it has the focus", () =>
        hasFocus(drawer.getByRole("link", { name: t("drawer:qr") })),
      );
    } else {
      expect(pathOf(page)).toBe(`/${creator.username}/qr`);
      await visitor.looksRight();
      // On paper it is one sheet with nothing around the code.
      await page.emulateMedia({ media: "print" });
      expect((await code.boundingBox())?.width).toBeGreaterThan(400);
      for (const part of [".head", ".foot", ".actions"])
        expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
      expect((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
      await visitor.visit("/dashboard");
      for (const part of [".head", ".letter-acts", ".letter-filters", ".side"])
        expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
      expect(await page.getByText("Das Lied mit dem Regen.").first().isVisible()).toBe(true);
      await page.emulateMedia({ media: "screen" });
    }
    await openDrawer();
    const before = await dots();
    visitor.expectLeaving(SHARE_INTENT);
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().startsWith(SHARE_INTENT)),
      drawer.getByRole("button", { name: t("drawer:share") }).click(),
    ]);
    await page.waitForURL("chrome-error://**");
    expect(new URL(asked.url()).searchParams.get("url")).toMatch(new RegExp(`/${creator.username}$`));
    await visitor.visit("/dashboard");
    expect(await dots()).toBe(before - 1);
  },
);

const DESK: Circumstances = { script: true, locale: "en", width: 1280 };

test("a new tip shows over the page with its amount and words, moves nothing there, and comes into the list once it is pressed", async () => {
  const creator = await signInCreator("ACTIVE", "en");
  const visitor = await open(DESK);
  const { page, t } = visitor;
  await page.clock.install();
  await giveSession(visitor, creator);
  await visitor.visit("/dashboard");
  await hydrateByClock(page);
  await page.getByText(t("dashboard:empty.title")).waitFor();
  const poll = async () =>
    await Promise.all([page.waitForResponse("**/api/user"), page.clock.runFor(10_000)]);
  const letter = (words: string) => page.locator(".letter", { hasText: words });
  await poll();
  await payTip(creator, { words: "The first" });
  await poll();
  // An empty list takes it at once.
  await letter("The first").waitFor();
  const place = await letter("The first").boundingBox();
  await payTip(creator, { words: "The second" });
  await poll();
  const bar = page.getByRole("status").getByRole("link", { name: t("dashboard:arrived", { count: 1 }) });
  await bar.getByText("The second").waitFor();
  expect(await bar.textContent()).toContain("€12.00");
  expect(await page.title()).toBe(`${t("dashboard:title")} (new tips)`);
  expect(await letter("The second").count()).toBe(0);
  expect(await letter("The first").boundingBox()).toEqual(place);
  await visitor.looksRight();
  await bar.click();
  await letter("The second").waitFor();
  expect(await bar.count()).toBe(0);
  await eventually("it has the focus", () => hasFocus(letter("The second").getByRole("heading")));
});

test("what is pressed on the dashboard shows at once, and is as before where the server says no", async () => {
  const { visitor } = await atDashboard(DESK);
  const { page, t } = visitor;
  await whenHydrated(page);
  visitor.expectStatus(403);
  const answers = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  let posts = 0;
  await page.route(/\/dashboard(?:\/tips\/[\w-]+\/(?:read|reply))?\.data/, async (route) => {
    if (route.request().method() !== "POST") return await route.continue();
    const answer = answers[posts];
    posts += 1;
    await answer?.promise;
    await route.fulfill({ status: 403, body: "" });
  });
  const unread = page.locator(".letter-new");
  const thank = page.getByRole("button", { name: t("dashboard:tip.thank") });
  const choose = page.getByRole("button", { name: t("dashboard:choice.DAILY") });
  const said = page.getByText(t("common:form.notDone"));

  // Opening a row reads it.
  await page.locator(".letter > summary").click();
  await unread.waitFor({ state: "detached" });
  answers[0]?.resolve();
  await unread.waitFor();
  await said.waitFor();
  await said.waitFor({ state: "detached" });

  await thank.click();
  await page.getByText(t("dashboard:reply.sent")).waitFor();
  expect(await thank.count()).toBe(0);
  answers[1]?.resolve();
  await thank.waitFor();
  await said.waitFor();
  await said.waitFor({ state: "detached" });

  await choose.click();
  await page.getByText(t("dashboard:notifications.saved.DAILY")).waitFor();
  expect(await choose.count()).toBe(0);
  await eventually("it has the focus", () => hasFocus(page.getByRole("heading", { level: 1 })));
  answers[2]?.resolve();
  await choose.waitFor();
  await said.waitFor();
  expect(posts).toBe(3);
});

test.for(TWO_WAYS)(
  "an amount that cannot be refunded is refused on the page and in its title, script $script, $locale, $width px",
  async (circumstances) => {
    const { visitor } = await atDashboard(circumstances);
    const { page, t } = visitor;
    const letter = page.locator(".letter");
    await letter.locator("summary").click();
    await letter.getByRole("link", { name: t("dashboard:tip.open") }).click();
    await page.getByRole("link", { name: t("dashboard:tip.refund") }).click();
    const show = page.getByRole("button", { name: circumstances.locale === "de" ? "Zeigen" : "Show" });
    await show.waitFor();
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    await visitor.visit(`${pathOf(page)}?amount=nothing`);
    await page.getByRole("alert").getByText(t("errors:refund.amount")).waitFor();
    await eventually("the title says so", async () =>
      (await page.title()).startsWith(`${t("common:form.errorTitle")} ${title}`),
    );
    await visitor.looksRight();
    const amount = page.getByRole("textbox", { name: "EUR" });
    expect(await amount.inputValue()).toBe("nothing");
    await amount.fill("2");
    await show.click();
    await page
      .getByRole("cell", { name: /2[.,]00/ })
      .first()
      .waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect((await page.title()).startsWith(title)).toBe(true);
  },
);
