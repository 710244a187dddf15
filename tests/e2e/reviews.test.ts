import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem } from "../../app/domain/items/items.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { operatorAt } from "../support/browser/operator-steps.ts";
import { records } from "../support/database/records.ts";
import { jpegWithPlace } from "../support/fixtures/upload-corpus.ts";
import { choosePayment, confirm, giveAmount, leaveWords, payWith, thanked } from "../support/http/fan.ts";
import { signInCreator } from "../support/http/signed-in.ts";

const textsOf = ({ circumstances: { locale } }: Visitor) =>
  i18nFor(locale).getFixedT(locale, ["admin", "changes", "account", "auth", "errors"]);

test.for(TWO_WAYS)(
  "operators review a tip and a wish and feature a creator, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await signInCreator("ACTIVE", circumstances.locale);
    const item = {
      id: randomUUID(),
      user_id: creator.id,
      name: "Tea at www.example.org",
      amount_minor: minor(6_00),
      currency: "EUR",
      image_id: null,
      now: new Date(),
    };
    await addItem(records(), item);
    const before = { ...item, id: randomUUID(), now: new Date(item.now.getTime() - 1000) };
    await addItem(records(), before);
    const fan = await open(circumstances);
    await fan.visit(`/${creator.username}`);
    await giveAmount(fan, "7");
    const image = { name: "us.jpg", mimeType: "image/jpeg", buffer: await jpegWithPlace() };
    await leaveWords(fan, { name: "Ida", message: "Look: www.example.org", image });
    await choosePayment(fan);
    await confirm(fan);
    await payWith(fan, "INETCASH_CC", "success");
    await thanked(fan, "Neu Hier");
    const tip = await records()
      .selectFrom("tips")
      .select("id")
      .where("creator_id", "=", creator.id)
      .executeTakeFirstOrThrow();

    const visitor = await operatorAt(circumstances);
    const { page } = visitor;
    const t = textsOf(visitor);
    await visitor.looksRight();
    await visitor.visit("/admin/reviews?kind=tips&view=recent");
    await visitor.looksRight();
    // The whole row leads to the tip: its link lies over what is touched here.
    const row = page
      .locator("tbody tr")
      .filter({ has: page.locator(`a[href="/admin/reviews/tips/${tip.id}"]`) });
    await row.getByText(t("admin:reviews.status.PENDING"), { exact: true }).click({ force: true });
    await page.waitForURL(`**/admin/reviews/tips/${tip.id}`);
    await page.getByText("Look: www.example.org").waitFor();
    await visitor.looksRight();
    visitor.expectStatus(422);
    await page.getByRole("button", { name: t("admin:reviews.declineGo"), exact: true }).click();
    await page.getByRole("alert").getByText(t("errors:reason.required")).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("admin:lock.reason")).fill("An address");
    await page.getByRole("button", { name: t("admin:reviews.declineGo"), exact: true }).click();
    await page.getByRole("status").getByText(t("admin:reviews.done.declined")).waitFor();
    // The next case that is open may be there already.
    await visitor.visit("/admin/reviews?kind=tips");
    await page.getByLabel(t("admin:reviews.view")).selectOption("declined");
    await page.getByRole("button", { name: t("admin:reviews.show") }).click();
    await page.waitForURL("**/admin/reviews?kind=tips&view=declined");
    await visitor.looksRight();

    await visitor.visit(`/admin/reviews/items/${item.id}`);
    await visitor.looksRight();
    if (circumstances.script) await walksByKeys(visitor);
    await turnsKeysOff(visitor);
    await page.getByRole("button", { name: t("admin:case.acceptGo"), exact: true }).click();
    await page.getByRole("status").getByText(t("admin:reviews.done.accepted")).waitFor();
    await visitor.looksRight();

    await visitor.visit("/admin/featured");
    await page.getByLabel(t("admin:featured.search")).fill(creator.username ?? "");
    await page.getByRole("button", { name: t("admin:users.go") }).click();
    await page.waitForURL("**/admin/featured?q=*");
    await visitor.looksRight();
    await page.getByRole("button", { name: t("admin:featured.add") }).click();
    await page.getByRole("status").getByText(t("admin:featured.done.featured")).waitFor();
    await visitor.looksRight();
    // As it was before, for the tests of the home page.
    const flag = page.locator("form", { has: page.locator(`[name="id"][value="${creator.id}"]`) });
    await flag.first().getByRole("button").click();
    await page.getByRole("status").getByText(t("admin:featured.done.removed")).waitFor();

    await visitor.visit(`/admin/audit?about=${creator.username}`);
    await page.getByText(t("changes:acts.creator_unfeatured"), { exact: true }).last().waitFor();
    await visitor.looksRight();

    await visitor.visit(`/admin/users/${creator.id}`);
    await visitor.looksRight();
    await page.getByRole("link", { name: t("admin:lock.open") }).click();
    const lock = page.getByRole("button", { name: t("admin:lock.go") });
    await lock.click();
    await page.getByRole("alert").getByText(t("errors:reason.required")).waitFor();
    await visitor.looksRight();
    await page.getByLabel(t("admin:lock.reason")).fill("Pictures of others");
    await lock.click();
    await page.getByRole("status").getByText(t("admin:user.done.locked")).waitFor();
    await visitor.looksRight();
  },
);

/** a and d go to the decision and decide nothing; what is typed into a field is typed. */
async function walksByKeys(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const t = textsOf(visitor);
  await page.getByText(t("admin:walk.keyAccept")).waitFor();
  const address = page.url();
  await page.keyboard.press("a");
  const accept = page.getByRole("button", { name: t("admin:case.acceptGo"), exact: true });
  await page.waitForFunction(() => document.activeElement instanceof HTMLButtonElement);
  expect(await accept.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("d");
  await page.waitForFunction(() => document.activeElement instanceof HTMLTextAreaElement);
  await page.keyboard.type("a dad");
  expect(await page.getByLabel(t("admin:lock.reason")).inputValue()).toBe("a dad");
  await page.getByLabel(t("admin:lock.reason")).fill("");
  expect(page.url()).toBe(address);
}

/** j and k lead from case to case. Turned off, with or without script, no key does anything; turned on they do again. */
async function turnsKeysOff(visitor: Visitor): Promise<void> {
  const { page, circumstances } = visitor;
  const t = textsOf(visitor);
  const address = new URL(page.url()).pathname;
  const turn = async (to: "turnOff" | "turnOn", says: "keysOn" | "keysOff") => {
    await page.getByRole("button", { name: t(`admin:walk.${to}`), exact: true }).click();
    await page.getByText(t(`admin:walk.${says}`)).waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
  };
  if (circumstances.script) {
    // The newest case comes last in its queue.
    const before = await page.getByRole("link", { name: t("admin:walk.previous") }).getAttribute("href");
    // What is typed into a field is typed: first out of it.
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("k");
    // The address changes before the page does.
    await page.locator(`a[data-key="j"][href="${address}"]`).waitFor();
    expect(new URL(page.url()).pathname).toBe(before);
    await page.keyboard.press("j");
    await page.locator(`a[data-key="k"][href="${before}"]`).waitFor();
    expect(new URL(page.url()).pathname).toBe(address);
  }
  await turn("turnOff", "keysOff");
  await visitor.looksRight();
  if (circumstances.script) {
    await whenHydrated(page);
    // The focus stays on the button that turned them off.
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const key of ["j", "k", "a", "d"]) await page.keyboard.press(key);
    expect(await focused()).toBe(t("admin:walk.turnOn"));
    expect(new URL(page.url()).pathname).toBe(address);
  }
  await turn("turnOn", "keysOn");
}
