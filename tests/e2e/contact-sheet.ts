// Photographs the pages of guests and of creators who come in: node tests/e2e/contact-sheet.ts <folder> [address]. Without an address it starts what is
// built, with a demo world of its own that is gone afterwards. Not a test: somebody looks at the pictures.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright";
import sharp from "sharp";
import { startEmbedded } from "../../db/embedded.ts";
import { i18nFor } from "../../locales/i18n.ts";
import type { Circumstances, Visitor } from "../support/browser/browser.ts";
import { findChromium, launchArgs } from "../support/browser/chromium.ts";
import { walkCreatorPages } from "../support/browser/creator-walk.ts";
import { NAMESPACES } from "../support/database/namespaces.ts";
import * as fan from "../support/http/fan.ts";
import { startProduct } from "../support/http/product.ts";

const WORDS = {
  name: "Ida aus Köln",
  message: "Das Lied mit dem Regen höre ich jeden Morgen.\nBitte mehr davon!",
};

type Walk = (visitor: Visitor, shoot: (name: string) => Promise<void>) => Promise<void>;

async function main(folder: string, address: string | undefined): Promise<void> {
  await mkdir(folder, { recursive: true });
  const product = address ? { url: address, stop: async () => undefined } : await startOwn();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: launchArgs() });
  try {
    for (const [circumstances, walk] of await walks()) {
      await photograph({ browser, url: product.url, folder }, circumstances, walk);
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function startOwn(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tribute-contact-sheet-"));
  const database = await startEmbedded({ dataDir });
  const product = await startProduct(database.url);
  return {
    url: product.url,
    stop: async () => {
      await product.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function walks(): Promise<[Circumstances, Walk][]> {
  const buffer = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#3d6f8e" } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="900" height="900"><circle cx="450" cy="450" r="260" fill="#f2c14e"/></svg>`,
        ),
      },
    ])
    .png()
    .toBuffer();
  const image = { name: "sonne.png", mimeType: "image/png", buffer };
  return [
    [
      { script: true, locale: "de", width: 360, dark: true },
      (visitor, shoot) => tipByCard(visitor, shoot, image),
    ],
    [{ script: true, locale: "en", width: 1280 }, (visitor, shoot) => tipByCard(visitor, shoot, image)],
    [{ script: false, locale: "de", width: 360 }, errorsAndFailure],
    [{ script: false, locale: "en", width: 1280, dark: true }, waitingAndOthers],
    ...([360, 1280] as const).flatMap((width) =>
      (["de", "en"] as const).map((locale): [Circumstances, Walk] => [
        { script: true, locale, width, dark: (width === 360) === (locale === "de") },
        walkCreatorPages,
      ]),
    ),
  ];
}

async function tipByCard(
  visitor: Visitor,
  shoot: (name: string) => Promise<void>,
  image: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const { page, t } = visitor;
  await visitor.visit("/");
  await shoot("home");
  await visitor.visit("/maximiliane.von.buelow");
  await shoot("fullest-profile");
  await visitor.visit("/joerdis");
  await shoot("profile-with-items");
  await fan.giveAmount(visitor, "25");
  await page.getByLabel(t("tip:details.message")).fill(WORDS.message);
  await shoot("details");
  await fan.leaveWords(visitor, { ...WORDS, image });
  await page.getByLabel(t("tip:payment.country")).selectOption("DE");
  await page.getByRole("rowheader", { name: "19" }).waitFor();
  await shoot("payment");
  await fan.choosePayment(visitor, { email: "ida@fans.example" });
  await shoot("summary");
  await fan.confirm(visitor);
  await shoot("provider-card");
  await fan.payWith(visitor, "INETCASH_CC", "challenge");
  await page.waitForURL("**/challenge");
  await shoot("provider-second-step");
  await page.getByLabel(t("sandbox:fields.code")).fill("123456");
  await page.getByRole("button", { name: t("sandbox:challenge.confirm") }).click();
  await fan.thanked(visitor);
  await shoot("success");
  await page.getByRole("link", { name: t("result:success.receipt") }).click();
  await page.waitForURL("**/receipt/*");
  await shoot("receipt");
}

async function errorsAndFailure(visitor: Visitor, shoot: (name: string) => Promise<void>): Promise<void> {
  const { page, t } = visitor;
  await visitor.visit("/wren.field");
  await shoot("profile-with-presets");
  await page.getByLabel(t("tip:amount.own")).fill("501");
  await page.getByRole("button", { name: t("tip:amount.next") }).click();
  await page.getByRole("alert").waitFor();
  await shoot("profile-with-error");
  await fan.comeToSummary(visitor);
  await fan.confirm(visitor);
  await fan.payWith(visitor, "INETCASH_CC", "declined");
  await page.getByText(t("result:failed.money")).waitFor();
  await shoot("failed");
  await visitor.visit("/nobody.of.that.name");
  await shoot("not-found");
}

async function waitingAndOthers(visitor: Visitor, shoot: (name: string) => Promise<void>): Promise<void> {
  const { page } = visitor;
  await visitor.visit("/wren.field");
  await shoot("profile-with-presets");
  await fan.comeToSummary(visitor, { type: "INETCASH_OB", email: "ida@fans.example" });
  await fan.confirm(visitor);
  await shoot("provider-transfer");
  await fan.payWith(visitor, "INETCASH_OB", "later");
  await page.getByRole("status").waitFor();
  await shoot("waiting");
  await visitor.visit("/dev/mail");
  await shoot("mailbox");
  await visitor.visit("/nobody.of.that.name");
  await shoot("not-found");
}

async function photograph(
  { browser, url, folder }: { browser: Browser; url: string; folder: string },
  circumstances: Circumstances,
  walk: Walk,
): Promise<void> {
  const { script, locale, width, dark = false } = circumstances;
  const context = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: script,
    locale: locale === "de" ? "de-DE" : "en-GB",
    viewport: { width, height: width === 360 ? 740 : 900 },
    deviceScaleFactor: width === 360 ? 2 : 1,
    colorScheme: dark ? "dark" : "light",
  });
  const page = await context.newPage();
  const visitor: Visitor = {
    page,
    circumstances,
    t: i18nFor(locale).getFixedT(locale, NAMESPACES),
    visit: async (address) => {
      await page.goto(address);
    },
    expectStatus: () => undefined,
    expectLeaving: () => undefined,
    expectComplaint: () => undefined,
    looksRight: async () => undefined,
  };
  await walk(visitor, async (name) => {
    const file = path.join(folder, `${name}-${width}-${locale}-${dark ? "dark" : "light"}.png`);
    // As high as the page: what sticks to the bottom of a window would else stand in the middle of the picture.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: file, fullPage: true });
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    process.stdout.write(`${file}\n`);
  });
  await context.close();
}

const [folder, address] = process.argv.slice(2);
if (!folder) {
  process.stderr.write("node tests/e2e/contact-sheet.ts <folder> [address]\n");
  process.exit(1);
}
await main(path.resolve(folder), address);
