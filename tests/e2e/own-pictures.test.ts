import type { Locator } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createDatabase } from "../../db/index.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { greenAndRed } from "../support/fixtures/odd-pictures.ts";
import { signInCreator } from "../support/http/signed-in.ts";

const db = createDatabase(inject("product").databaseUrl);
afterAll(() => db.destroy());

let twoHalves: Buffer;
beforeAll(async () => {
  twoHalves = await greenAndRed();
});

async function comeToEdit(circumstances: (typeof TWO_WAYS)[number]): Promise<Visitor & { id: string }> {
  const creator = await signInCreator("CREATED", circumstances.locale);
  return { ...(await openSignedIn(circumstances, creator, "/account/edit")), id: creator.id };
}

/** The colour of the avatar as everybody gets it. */
async function avatarColour(visitor: Visitor): Promise<"red" | "green"> {
  const address = await visitor.page
    .locator(".picture-form img")
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc || image.src);
  const answer = await fetch(address);
  const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
  return dominant.r > dominant.g ? "red" : "green";
}

describe.for(TWO_WAYS)("an avatar, script $script, $locale, $width px", (circumstances) => {
  test("an avatar shows the part that its owner chose, and can be removed", async () => {
    const visitor = await comeToEdit(circumstances);
    const { page, t } = visitor;
    const form = page.locator("form[action='/account/edit/avatar']");
    // Nothing to crop or to send yet.
    expect(
      await form.locator("summary, button").evaluateAll((all) => all.some((each) => each.checkVisibility())),
    ).toBe(false);
    await form
      .locator("input[name=file]")
      .setInputFiles({ name: "halb.png", mimeType: "image/png", buffer: twoHalves });
    if (circumstances.script)
      await form
        .locator(".crop-place")
        .getByRole("img")
        .or(form.locator(".crop-place img"))
        .first()
        .waitFor();
    else await form.locator("summary").click();
    await form.getByLabel(t("picture:crop.x_percent")).fill("100");
    await visitor.looksRight();
    await form.getByRole("button", { name: t("account:edit.upload") }).click();
    await page.waitForURL("**/account/edit");
    expect(await avatarColour(visitor)).toBe("red");
    await page
      .locator("form[action='/account/edit/avatar/removal']")
      .getByRole("button", { name: t("account:edit.remove") })
      .click();
    await page.locator("form[action='/account/edit/avatar/removal']").waitFor({ state: "detached" });
  });

  test("an avatar that is no picture says so, and nothing changes", async () => {
    const visitor = await comeToEdit(circumstances);
    visitor.expectStatus(422);
    const { page, t } = visitor;
    const form = page.locator("form[action='/account/edit/avatar']");
    await form.locator("input[name=file]").setInputFiles({
      name: "bild.png",
      mimeType: "image/png",
      buffer: Buffer.from("<svg onload=alert(1)>"),
    });
    await form.getByRole("button", { name: t("account:edit.upload") }).click();
    await page.getByText(t("errors:image.file_format"), { exact: true }).waitFor();
    await visitor.looksRight();
  });
});

describe("a document that is sent with its progress", () => {
  /** A page of verification that the script has taken over, and its first document. */
  async function comeToDocuments() {
    const circumstances = { script: true, locale: "en", width: 1280 } as const;
    const creator = await signInCreator("CREATED", circumstances.locale);
    const visitor = await openSignedIn(circumstances, creator, "/account/verification");
    const section = visitor.page.locator("#mediafile_pass");
    await section.locator(".drop").waitFor();
    const send = async () =>
      await section
        .locator("input[name=file]")
        .setInputFiles({ name: "pass.png", mimeType: "image/png", buffer: twoHalves });
    return { ...visitor, section, send };
  }

  /** The next step opens then, and closes this one. */
  const isThere = (section: Locator) =>
    section
      .getByRole("link", { name: t("documents.look"), includeHidden: true })
      .waitFor({ state: "attached" });

  const ADDRESS = "**/account/verification/mediafile_pass";
  const t = i18nFor("en").getFixedT("en", "verification");

  test("the progress of a document's upload can be seen, and heard, and its end loads no document", async () => {
    const { page, section, send } = await comeToDocuments();
    const gate = Promise.withResolvers<void>();
    await page.route(ADDRESS, async (route) => {
      await gate.promise;
      await route.continue();
    });
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") loaded.push(request.url());
    });
    await send();
    await section.getByRole("progressbar").waitFor();
    expect(await section.getByRole("status").innerText()).toMatch(/^Sending: \d+%$/);
    gate.resolve();
    await isThere(section);
    await section.getByRole("progressbar").waitFor({ state: "detached" });
    expect(loaded).toEqual([]);
  });

  test("a connection that breaks on the way is named at the file, which is sent again only by its button", async () => {
    const { page, section, send, expectComplaint } = await comeToDocuments();
    expectComplaint(/ERR_CONNECTION_RESET/);
    let posts = 0;
    await page.route(ADDRESS, async (route) => {
      posts += 1;
      await (posts === 1 ? route.abort("connectionreset") : route.continue());
    });
    await send();
    await section.getByRole("alert").getByText(t("documents.failed"), { exact: true }).waitFor();
    expect([posts, await section.getByRole("progressbar").count()]).toEqual([1, 0]);
    await section.getByRole("button", { name: t("documents.upload") }).click();
    await isThere(section);
    expect(posts).toBe(2);
  });
});
