import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { type Circumstances, open } from "../support/browser/browser.ts";
import { eventually } from "../support/eventually.ts";
import { choosePayment, confirm, giveAmount, leaveWords, payWith, thanked } from "../support/http/fan.ts";

// What a browser has before it is asked for: pages behind links, the pages before this one, and how one becomes another.

const CASES = [
  { script: false, locale: "de", width: 360 },
  { script: true, locale: "en", width: 1280 },
] as const satisfies Circumstances[];

/** Where the documents of this window came from, the latest last. */
async function watchDocuments(page: Page) {
  const ahead: string[] = [];
  const arrived: { path: string; from: "network" | "kept" | "ahead" }[] = [];
  const session = await page.context().newCDPSession(page);
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (request.headers["Sec-Purpose"] === "prefetch") ahead.push(new URL(request.url).pathname);
  });
  session.on("Network.responseReceived", ({ type, response }) => {
    if (type !== "Document") return;
    const from = response.fromPrefetchCache ? "ahead" : response.fromDiskCache ? "kept" : "network";
    arrived.push({ path: new URL(response.url).pathname, from });
  });
  await session.send("Network.enable");
  return { ahead, last: () => arrived.at(-1) };
}

describe.for(CASES)("script $script, $locale, $width px", (circumstances) => {
  test("the page behind a link that is pointed at is there before it is pressed", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    const documents = await watchDocuments(page);
    await visitor.visit("/");
    const tile = page.locator("main a.tile").first();
    const address = new URL(await tile.evaluate((link: HTMLAnchorElement) => link.href)).pathname;
    let looks = 0;
    await eventually("the page is fetched ahead", async () => {
      // A pointer that rested already when the rules came says nothing: it comes again.
      if (looks % 20 === 0) {
        await page.mouse.move(0, 0);
        await tile.hover();
      }
      looks += 1;
      return documents.ahead.includes(address);
    });
    await tile.click();
    await page.waitForURL(`**${address}`);
    expect(documents.last()).toEqual({ path: address, from: "ahead" });
  });

  test("going back and forward through a tip finds each page as it was left; who presses the last button again pays nothing twice", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit("/joerdis");
    await giveAmount(visitor, "7");
    await leaveWords(visitor, { name: "Ida", message: "Das Lied mit dem Regen!" });
    await choosePayment(visitor);
    for (const step of ["payment", "details"]) {
      await page.goBack();
      await page.waitForURL(new RegExp(`/${step}$`));
    }
    expect(await page.getByLabel(t("tip:details.message")).inputValue()).toBe("Das Lied mit dem Regen!");
    for (const step of ["payment", "summary"]) {
      await page.goForward();
      await page.waitForURL(new RegExp(`/${step}$`));
    }
    // As a browser gives it back that kept it.
    const left = await page.context().newPage();
    await left.goto(page.url());
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor, "Jördis Kessler");
    const thanks = page.url();
    await left.locator("main form button").last().click();
    await left.waitForURL(`${thanks}?late`);
    await left.getByText(t("result:late")).waitFor();
  });
});

test("one page becomes the next by a transition, and by none for who asks for less motion", async () => {
  for (const motion of ["no-preference", "reduce"] as const) {
    const visitor = await open({ script: true, locale: "en", width: 1280 });
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      addEventListener("pagereveal", ({ viewTransition }) => {
        document.documentElement.dataset.revealed = String(viewTransition !== null);
      });
    });
    await visitor.visit("/faq");
    await page.getByRole("link", { name: "Tribute" }).first().click();
    await page.waitForURL((url) => url.pathname === "/");
    const revealed = page.locator(`html[data-revealed="${motion === "no-preference"}"]`);
    await revealed.waitFor({ state: "attached" });
  }
});
