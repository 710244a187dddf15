import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import {
  CREATOR,
  choosePayment,
  confirm,
  giveAmount,
  leaveWords,
  payWith,
  thanked,
} from "../support/http/fan.ts";

const WORDS = { name: "Ida", message: "Schau mal, mein Wohnzimmer!" };
let png: Buffer;

beforeAll(async () => {
  png = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#c8451b" } })
    .png()
    .toBuffer();
});

/** Sends the step with a file that is not taken: the reason is at the field and on top, the words stay. */
async function refusesFile(
  visitor: Visitor,
  file: { name: string; buffer: Buffer },
  problem: string,
): Promise<void> {
  const { page, t } = visitor;
  await page.getByLabel(t("tip:details.message")).fill(WORDS.message);
  await page.getByLabel(t("tip:details.name"), { exact: true }).fill(WORDS.name);
  await page
    .getByLabel(t("tip:details.image"), { exact: true })
    .setInputFiles({ ...file, mimeType: "image/png" });
  await page.getByRole("button", { name: t("tip:details.next") }).click();
  await page.getByRole("alert").getByRole("link", { name: problem }).waitFor();
  expect(await page.getByLabel(t("tip:details.image"), { exact: true }).getAttribute("aria-invalid")).toBe(
    "true",
  );
  expect(await page.getByLabel(t("tip:details.message")).inputValue()).toBe(WORDS.message);
  expect(await page.getByLabel(t("tip:details.name"), { exact: true }).inputValue()).toBe(WORDS.name);
  await visitor.looksRight();
}

describe.for(TWO_WAYS)("a picture, script $script, $locale, $width px", (circumstances) => {
  const isGerman = circumstances.locale === "de";

  test("a picture is shown on the summary, kept on the way back, and goes to review", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    await giveAmount(visitor, "5");
    await leaveWords(visitor, {
      ...WORDS,
      image: { name: "wohnzimmer.png", mimeType: "image/png", buffer: png },
    });
    await choosePayment(visitor);
    const picture = page.getByRole("img", { name: t("tip:details.imageAlt") });
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
    await visitor.looksRight();
    await page.locator(".line a").first().click();
    await picture.waitFor();
    await visitor.looksRight();
    await leaveWords(visitor);
    await choosePayment(visitor);
    await picture.waitFor();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
    await page.getByText(t("result:success.nextReview", { name: CREATOR.name })).waitFor();
  });

  test("a picture can be removed again", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    await giveAmount(visitor, "5");
    const details = page.url();
    await leaveWords(visitor, {
      ...WORDS,
      image: { name: "wohnzimmer.png", mimeType: "image/png", buffer: png },
    });
    await visitor.visit(details);
    await page.getByLabel(t("tip:details.imageRemove")).check();
    await leaveWords(visitor);
    await choosePayment(visitor);
    expect(await page.getByRole("img", { name: t("tip:details.imageAlt") }).count()).toBe(0);
    expect(await page.getByRole("blockquote").innerText()).toContain(WORDS.message);
    expect((await page.request.get(details.replace("/details", "/image"))).status()).toBe(404);
  });

  test("a picture is judged by its content and its size, and what was written stays", async () => {
    const visitor = await open(circumstances);
    visitor.expectStatus(422);
    await visitor.visit(`/${CREATOR.username}`);
    await giveAmount(visitor, "5");
    const format = isGerman ? "Dateiformat nicht erkannt" : "File format not recognized";
    const size = isGerman
      ? "Die Datei ist zu groß. Maximale Dateigröße 10 MB"
      : "The file is too big. Maximum file size 10 MB";
    await refusesFile(visitor, { name: "gedicht.png", buffer: Buffer.from("Kein Bild, nur Worte.") }, format);
    await refusesFile(visitor, { name: "kaputt.png", buffer: png.subarray(0, 200) }, format);
    await refusesFile(
      visitor,
      { name: "riesig.png", buffer: Buffer.concat([png, Buffer.alloc(11 * 1024 * 1024)]) },
      size,
    );
    await leaveWords(visitor);
  });
});
