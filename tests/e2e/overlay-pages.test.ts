import { expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { giveSession } from "../support/browser/creator-steps.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// The pages on which a creator sets an overlay up, and what they see of it.

test.for(TWO_WAYS)(
  "a creator makes an overlay, sends a test, skips it, reads words first, and renews the address, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await signInCreator("ACTIVE", circumstances.locale);
    const visitor = await open({ ...circumstances, dark: !circumstances.script });
    const { page, t } = visitor;
    await giveSession(visitor, creator);
    const press = async (name: string) => await page.getByRole("button", { name, exact: true }).click();
    await visitor.visit("/dashboard/share-kit");
    await page.getByRole("link", { name: t("share:overlay.link") }).click();
    await visitor.looksRight();
    await press(t("overlay:make"));
    await press(t("overlay:queue.test"));
    await page
      .getByRole("status")
      .filter({ hasText: t("overlay:done.tested") })
      .waitFor();
    await page.getByText(t("overlay:queue.waiting", { count: 1 })).waitFor();
    await press(t("overlay:queue.pause"));
    await page.getByText(t("overlay:queue.paused", { count: 1 })).waitFor();
    await visitor.looksRight();
    await press(t("overlay:act.skip"));
    await page.getByText(t("overlay:queue.paused", { count: 0 })).waitFor();
    await press(t("overlay:act.replay"));
    await page.getByText(t("overlay:queue.paused", { count: 1 })).waitFor();
    await press(t("overlay:review.turnOn"));
    await page.getByText(t("overlay:review.on")).waitFor();
    const addresses = page.locator("details").filter({ hasText: t("overlay:address.show") });
    await addresses.locator("summary").click();
    const before = await addresses.locator("code").first().innerText();
    await page.getByRole("link", { name: t("overlay:renew") }).click();
    await visitor.looksRight();
    await press(t("overlay:renewal.go"));
    await page
      .getByRole("status")
      .filter({ hasText: t("overlay:done.renewed") })
      .waitFor();
    await addresses.locator("summary").click();
    expect(await addresses.locator("code").first().innerText()).not.toBe(before);
  },
);

test.for(TWO_WAYS)(
  "a creator chooses style and sound, sees the preview, and is told what is wrong, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await signInCreator("ACTIVE", circumstances.locale);
    expect((await creator.wire.post("/dashboard/overlay", { intent: "make" })).status).toBe(303);
    const visitor = await open({ ...circumstances, dark: !circumstances.script });
    // A preview's line ends as its page is left.
    visitor.expectComplaint(/net::ERR_INCOMPLETE_CHUNKED_ENCODING/);
    const { page, t } = visitor;
    await giveSession(visitor, creator);
    await visitor.visit("/dashboard/overlay/style");
    if (circumstances.script)
      await page.frameLocator("iframe").getByText(t("overlay:sample.words")).waitFor();
    await visitor.looksRight();
    visitor.expectStatus(422);
    const css = page.getByLabel(t("overlay:style.css"));
    await css.fill(".alert { background: url(https://elsewhere.example/x.png) }");
    await page.getByRole("button", { name: t("account:save") }).click();
    await page
      .getByRole("alert")
      .getByRole("link", { name: t("errors:overlay.css_loads") })
      .waitFor();
    await css.fill(".alert { border-radius: 0 }");
    await page.getByLabel(t("overlay:style.design")).selectOption("RIBBON");
    await page.getByRole("button", { name: t("account:save") }).click();
    await page
      .getByRole("status")
      .filter({ hasText: t("account:saved") })
      .waitFor();
    if (circumstances.script) {
      const alert = page.frameLocator("iframe").locator("[data-design=ribbon] .alert");
      await alert.waitFor();
      expect(await alert.evaluate((card) => getComputedStyle(card).borderRadius)).toBe("0px");
    }
    const file = page.locator("#sound-file");
    await file.setInputFiles({
      name: "a.mp3",
      mimeType: "audio/mpeg",
      buffer: Buffer.from("no sound at all"),
    });
    await page.getByRole("button", { name: t("overlay:style.upload") }).click();
    await page.getByText(t("errors:overlay.unknown_format")).first().waitFor();
    const wav = Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt "), Buffer.alloc(28)]);
    await file.setInputFiles({ name: "a.wav", mimeType: "audio/wav", buffer: wav });
    await page.getByRole("button", { name: t("overlay:style.upload") }).click();
    await page.getByRole("button", { name: t("overlay:style.remove") }).waitFor();
    expect(await page.getByLabel(t("overlay:style.sound"), { exact: true }).inputValue()).toBe("OWN");
  },
);
