import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn, pathOf } from "../support/browser/creator-steps.ts";
import { whenHydrated } from "../support/browser/hydrated.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { greenAndRed } from "../support/fixtures/odd-pictures.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// A creator makes, orders and deletes tribute items, with script and without.

let twoHalves: Buffer;
beforeAll(async () => {
  twoHalves = await greenAndRed();
});

type Creator = Visitor & { id: string; username: string };

async function comeIn(circumstances: (typeof TWO_WAYS)[number], status: "ACTIVE" | "CREATED" = "ACTIVE") {
  const creator = await signInCreator(status, circumstances.locale);
  const visitor = await openSignedIn(circumstances, creator, "/dashboard");
  return { ...visitor, id: creator.id, username: creator.username ?? "" };
}

const itemsOf = async ({ id }: Creator) =>
  await records()
    .selectFrom("tribute_items")
    .selectAll()
    .where("user_id", "=", id)
    .orderBy("position")
    .execute();
const namesOf = async (creator: Creator) => (await itemsOf(creator)).map(({ name }) => name);

async function make(creator: Creator, names: readonly string[]): Promise<void> {
  await records()
    .insertInto("tribute_items")
    .values(
      names.map((name, position) => ({
        ...{ id: crypto.randomUUID(), user_id: creator.id, name, amount_minor: 500, currency: "EUR" },
        ...{ position, status: "ACTIVE" as const, created_at: new Date() },
      })),
    )
    .execute();
}

/** Opens the form by its link: from the list over it where there is script, 550 pixels wide; else as a page. */
async function openForm({ page, t, circumstances }: Creator) {
  const isOverList = circumstances.script && pathOf(page) === "/dashboard/items";
  if (isOverList) await whenHydrated(page);
  await page.getByRole("link", { name: t("items:add") }).click();
  if (!isOverList) {
    await page.waitForURL("**/dashboard/items/new");
    if (circumstances.script) await whenHydrated(page);
    return page.getByRole("main");
  }
  const dialog = page.getByRole("dialog", { name: t("items:form.title") });
  await dialog.waitFor();
  expect((await dialog.boundingBox())?.width).toBe(550);
  return dialog;
}

describe.for(TWO_WAYS)("a tribute item, script $script, $locale, $width px", (circumstances) => {
  const typed = circumstances.locale === "de" ? "12,50" : "12.50";

  test("a creator makes an item with a cropped picture on their own page; after an error the picture is kept", async () => {
    const creator = await comeIn(circumstances);
    const { page, t } = creator;
    creator.expectStatus(422);
    await creator.visit(`/${creator.username}`);
    await creator.looksRight();
    const form = await openForm(creator);
    await form.getByLabel(t("items:form.name")).fill("ab");
    await form.getByLabel(t("items:form.amount")).fill(typed);
    await form
      .getByLabel(t("items:form.image"))
      .setInputFiles({ name: "halb.png", mimeType: "image/png", buffer: twoHalves });
    if (circumstances.script) await form.locator(".crop-place img").first().waitFor();
    else await form.locator("summary").click();
    await form.getByLabel(t("picture:crop.x_percent")).fill("100");
    await form.getByLabel(t("picture:crop.zoom_percent")).fill("1000");
    await creator.looksRight();
    await form.getByRole("button", { name: t("items:form.save") }).click();
    await form.getByText(t("errors:item.name"), { exact: true }).waitFor();
    // The script has found it before the picture is sent; without it, the picture was sent and is kept.
    if (circumstances.script) await form.locator(".crop-place img").first().waitFor();
    else await form.getByRole("img", { name: t("items:form.imageAlt") }).waitFor();
    expect(await form.getByLabel(t("items:form.amount")).inputValue()).toBe(typed);
    await creator.looksRight();
    await form.getByLabel(t("items:form.name")).fill("Ein Tag Studio");
    await form.getByRole("button", { name: t("items:form.save") }).click();
    await page.waitForURL(`**/${creator.username}`);
    const toast = page.getByRole("status").filter({ hasText: t("items:added.PENDING") });
    await toast.waitFor();
    await creator.looksRight();
    if (circumstances.script) {
      await toast.waitFor({ state: "detached" });
    }
    // Who loads the page again is not told again.
    await page.reload();
    await page.getByText(t("items:status.PENDING"), { exact: true }).waitFor();
    expect(await toast.count()).toBe(0);
    await page.getByText(t("items:status.PENDING"), { exact: true }).waitFor();
    const [item] = await itemsOf(creator);
    expect(item).toMatchObject({ name: "Ein Tag Studio", amount_minor: 1250, status: "PENDING" });
    const answer = await page.request.get(`/media/${item?.image_id}/l.webp`);
    const { dominant } = await sharp(await answer.body()).stats();
    expect(dominant.r).toBeGreaterThan(dominant.g);
  });

  test("an item with a file that is no picture is refused with the reason, and made without the file", async () => {
    const creator = await comeIn(circumstances, "CREATED");
    const { page, t } = creator;
    creator.expectStatus(422);
    await creator.visit("/dashboard/items");
    await page.getByText(t("items:empty.title")).waitFor();
    await creator.looksRight();
    const form = await openForm(creator);
    await form.getByLabel(t("items:form.name")).fill("Ein Kaffee");
    await form.getByLabel(t("items:form.amount")).fill(typed);
    await form
      .getByLabel(t("items:form.image"))
      .setInputFiles({ name: "bild.png", mimeType: "image/png", buffer: Buffer.from("Nur Worte.") });
    await form.getByRole("button", { name: t("items:form.save") }).click();
    await form.getByText(t("errors:image.file_format"), { exact: true }).waitFor();
    expect(await namesOf(creator)).toEqual([]);
    await creator.looksRight();
    // Without the file it goes; this page is not open to fans yet. No browser fills in a file for the answer of a post.
    if (circumstances.script) await form.getByLabel(t("items:form.image")).setInputFiles([]);
    await form.getByRole("button", { name: t("items:form.save") }).click();
    await page.waitForURL("**/dashboard/items");
    await page.getByText(t("items:added.ACTIVE")).waitFor();
    await page.getByText(t("items:ready"), { exact: true }).waitFor();
    expect(await namesOf(creator)).toEqual(["Ein Kaffee"]);
  });

  test("an item moves by its arrows, and is deleted after a question", async () => {
    const creator = await comeIn(circumstances);
    const { page, t } = creator;
    await make(creator, ["Kaffee", "Saiten", "Studio"]);
    await creator.visit("/dashboard/items");
    await creator.looksRight();
    const order = async () => await page.locator("[data-item] h2").allInnerTexts();
    await page.getByRole("button", { name: t("items:earlier", { name: "Studio" }) }).click();
    await page.getByText(t("items:ordered")).waitFor();
    if (!circumstances.script) expect(page.url()).toMatch(/\/dashboard\/items#item-/);
    expect(await order()).toEqual(["Kaffee", "Studio", "Saiten"]);
    expect(await namesOf(creator)).toEqual(["Kaffee", "Studio", "Saiten"]);
    const tile = page.locator("[data-item]", { hasText: "Kaffee" });
    await tile.locator("summary").click();
    await creator.looksRight();
    await tile.getByRole("button", { name: t("items:removeNow") }).click();
    await page.getByText(t("items:removed")).waitFor();
    expect(await order()).toEqual(["Studio", "Saiten"]);
    expect(await namesOf(creator)).toEqual(["Studio", "Saiten"]);
  });
});

test("an item that is dragged to another place stays there", async () => {
  const creator = await comeIn({ script: true, locale: "en", width: 1280 });
  const { page, t } = creator;
  await make(creator, ["Coffee", "Strings", "Studio"]);
  await creator.visit("/dashboard/items");
  const handle = page.locator("[data-item]", { hasText: "Studio" }).locator("[data-handle]");
  await handle.hover();
  await page.mouse.down();
  await page.locator("[data-item]", { hasText: "Coffee" }).locator("h2").hover();
  await page.mouse.up();
  await page.getByText(t("items:ordered")).waitFor();
  await eventually("the order is kept", async () => (await namesOf(creator))[0] === "Studio");
  expect(await namesOf(creator)).toEqual(["Studio", "Coffee", "Strings"]);
  expect(await page.locator("[data-item] h2").allInnerTexts()).toEqual(["Studio", "Coffee", "Strings"]);
  // The first one leads no further forward.
  expect(await page.getByRole("button", { name: t("items:earlier", { name: "Studio" }) }).isDisabled()).toBe(
    true,
  );
});

test("an item that was deleted meanwhile is gone from the list once it is moved, which says so", async () => {
  const creator = await comeIn({ script: true, locale: "en", width: 1280 });
  const { page, t } = creator;
  creator.expectStatus(404);
  await make(creator, ["Coffee", "Strings", "Studio"]);
  await creator.visit("/dashboard/items");
  await whenHydrated(page);
  await records()
    .deleteFrom("tribute_items")
    .where("user_id", "=", creator.id)
    .where("name", "=", "Studio")
    .execute();
  await page.getByRole("button", { name: t("items:earlier", { name: "Studio" }) }).click();
  await page.getByText(t("errors:item.gone")).waitFor();
  await page.locator("[data-item]", { hasText: "Studio" }).waitFor({ state: "detached" });
  expect(await page.locator("[data-item] h2").allInnerTexts()).toEqual(["Coffee", "Strings"]);
});

test("an item that is moved on a line that breaks goes back to its place, and a toast says so", async () => {
  const creator = await comeIn({ script: true, locale: "en", width: 1280 });
  const { page, t } = creator;
  creator.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await make(creator, ["Coffee", "Strings"]);
  await creator.visit("/dashboard/items");
  await whenHydrated(page);
  const order = () => page.locator("[data-item] h2").allInnerTexts();
  const gate = Promise.withResolvers<void>();
  await page.route("**/order.data*", async (route) => {
    await gate.promise;
    await route.abort("internetdisconnected");
  });
  await page.getByRole("button", { name: t("items:earlier", { name: "Strings" }) }).click();
  await eventually("it moves at once", async () => (await order())[0] === "Strings");
  gate.resolve();
  await page.getByText(t("common:form.notSent")).waitFor();
  expect(await order()).toEqual(["Coffee", "Strings"]);
  expect(await namesOf(creator)).toEqual(["Coffee", "Strings"]);
});

test("the dialog of a new item opens again after it was closed, and shows how much of a picture is uploaded", async () => {
  const creator = await comeIn({ script: true, locale: "en", width: 1280 });
  const { page, t } = creator;
  await creator.visit("/dashboard/items");
  await whenHydrated(page);
  let dialog = await openForm(creator);
  await dialog.getByRole("link", { name: t("items:form.back") }).click();
  await dialog.waitFor({ state: "detached" });
  dialog = await openForm(creator);
  const gate = Promise.withResolvers<void>();
  await page.route("**/dashboard/items/new", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await dialog.getByLabel(t("items:form.name")).fill("Coffee");
  await dialog.getByLabel(t("items:form.amount")).fill("5");
  await dialog
    .getByLabel(t("items:form.image"))
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: twoHalves });
  await dialog.getByRole("button", { name: t("items:form.save") }).click();
  await dialog.getByRole("progressbar").waitFor();
  expect(await dialog.getByRole("status").innerText()).toMatch(/^Sending: \d+%$/);
  gate.resolve();
  await page.waitForURL(`**/${creator.username}`);
});
