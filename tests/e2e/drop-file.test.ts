import type { Page } from "playwright";
import { afterAll, expect, inject, test } from "vitest";
import { createDatabase } from "../../db/index.ts";
import { open, type Visitor } from "../support/browser/browser.ts";
import { PASSPORT, problemAt } from "../support/browser/creator-steps.ts";

const db = createDatabase(inject("product").databaseUrl);
afterAll(() => db.destroy());

const place = (page: Page) => page.locator("[data-dropzone]");
const chosen = (page: Page) =>
  page.locator("input[name=document]").evaluate((input: HTMLInputElement) => input.files?.[0]?.name ?? null);

async function comeToForm(): Promise<Visitor> {
  const visitor = await open({ script: true, locale: "en", width: 1280 });
  visitor.expectStatus(401, 422);
  await visitor.visit("/register");
  await visitor.page.getByText(visitor.t("auth:register.documentDrop")).waitFor();
  // As long as somebody listens, Chromium opens no window of its own.
  visitor.page.on("filechooser", () => undefined);
  return visitor;
}

interface Dropped {
  name: string;
  type: string;
  /** Its bytes in base64, or so many zeros. */
  base64?: string;
  zeros?: number;
}

/** Lets files go over the place, as a pointer does that drags them from a folder. */
async function drop(page: Page, files: Dropped[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64, zeros } of given) {
      const bytes = base64
        ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        : new Uint8Array(zeros ?? 1);
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, files);
  const target = place(page).locator("> div");
  await target.dispatchEvent("dragenter", { dataTransfer });
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

async function send({ page, t }: Visitor, email: string): Promise<void> {
  await page.getByLabel(t("auth:email")).fill(email);
  for (const label of [t("auth:password"), t("auth:passwordAgain")])
    await page.getByLabel(label, { exact: true }).fill("a rainy song");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: t("auth:register.go") }).click();
}

const passport = { name: "pass.png", type: "image/png", base64: PASSPORT.buffer.toString("base64") };

test("a file that is dropped on the file field is the form's, and is sent with it", async () => {
  const visitor = await comeToForm();
  const { page } = visitor;
  await visitor.looksRight();
  await drop(page, [passport, { ...passport, name: "another.png" }]);
  await page.getByText("pass.png").waitFor();
  expect(await chosen(page)).toBe("pass.png");
  await visitor.looksRight();
  await send(visitor, "dropped@creators.example");
  await page.waitForURL("**/account/verify-email");
  const document = await db
    .selectFrom("verification_documents as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .select(["d.content_type", "d.kind"])
    .where("u.email", "=", "dropped@creators.example")
    .executeTakeFirstOrThrow();
  // Pictures are drawn anew before they are kept.
  expect(document).toEqual({ content_type: "image/webp", kind: "mediafile_pass" });
});

test("a click on the file field opens the choice of files, and so does the keyboard", async () => {
  const { page, t } = await comeToForm();
  const [byClick] = await Promise.all([page.waitForEvent("filechooser"), place(page).click()]);
  await byClick.setFiles(PASSPORT);
  await page.getByText(PASSPORT.name).waitFor();
  expect(await chosen(page)).toBe(PASSPORT.name);

  await page.getByRole("checkbox").focus();
  // Two links stand in the sentence of the tick.
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press("Tab");
  const field = page.getByLabel(t("auth:register.document"));
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  const outline = await place(page)
    .locator("> div")
    .evaluate((shown) => getComputedStyle(shown).outlineStyle);
  expect(outline).toBe("solid");
  const [byKey] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await byKey.setFiles({ ...PASSPORT, name: "by-key.png" });
  await page.getByText("by-key.png").waitFor();
  await page.keyboard.press("Tab");
  const next = page.getByRole("button", { name: t("auth:register.go") });
  expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("a dropped file that is refused is told in the server's words, and the error goes when another file comes", async () => {
  const visitor = await comeToForm();
  const { page, t } = visitor;
  const label = t("auth:register.document");
  await send(visitor, "refused@creators.example");
  await page.getByRole("alert").waitFor();
  expect(await problemAt(page, label)).toBe("Please upload a document!");
  await drop(page, [{ name: "notes.txt", type: "text/plain", zeros: 30 }]);
  await page.getByText("notes.txt").waitFor();
  expect(await problemAt(page, label)).toBe("");
  await send(visitor, "refused@creators.example");
  await page.getByRole("link", { name: "File format not recognized" }).waitFor();
  expect(await problemAt(page, label)).toBe("File format not recognized. Save it as JPG or PNG");
  await visitor.looksRight();
  await drop(page, [{ name: "huge.png", type: "image/png", zeros: 10 * 1024 * 1024 + 1 }]);
  await page.getByText("huge.png").waitFor();
  await send(visitor, "refused@creators.example");
  await page.getByRole("link", { name: "The file is too big. Maximum file size 10 MB" }).waitFor();
  await drop(page, [passport]);
  await page.getByText("pass.png").waitFor();
  await send(visitor, "refused@creators.example");
  await page.waitForURL("**/account/verify-email");
});

test("on a phone the file field says that a photo can be taken, too", async () => {
  const visitor = await open({ script: true, locale: "en", width: 360 });
  const { page, t } = visitor;
  visitor.expectStatus(401);
  // A finger instead of a mouse, as the browser tells the page.
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === "(pointer: coarse)" ? "all" : query);
  });
  await visitor.visit("/register");
  const [byTouch] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByText(t("picture:takePhoto")).click(),
  ]);
  await byTouch.setFiles(PASSPORT);
  await page.getByText(PASSPORT.name).waitFor();
  expect(await chosen(page)).toBe(PASSPORT.name);
  await visitor.looksRight();
});
