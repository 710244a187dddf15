import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, inject, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { eventually } from "../support/eventually.ts";
import {
  goToProvider,
  payAtProvider,
  payersCookie,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// A creator says who they are, a fan agrees to be named and takes it back, and the badge stands on somebody else's page.

/** A tip of 12.00 whose fan agreed to be named. Returns the receipt's address. */
async function payNamed(username: string): Promise<string> {
  const fan = wireFan("de");
  const said = { name: "Nora Regen", words: "Das Lied mit dem Regen.", onPage: true };
  const tip = await prepareTip(fan, { username, amount: "12", ...said });
  const id = await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  const thanks = await fan.get(`/payment/success/${id}`, payersCookie(fan));
  return /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "";
}

test.for(TWO_WAYS)(
  "a creator says who they are, and a fan who was named takes it back, script $script, $locale, $width px",
  async (circumstances) => {
    const account = await signInCreator("ACTIVE", circumstances.locale);
    const { username } = account;
    const creator = await openSignedIn(circumstances, account, "/account/edit");
    const { page, t } = creator;
    creator.expectStatus(422);
    const form = page.locator("form#page");
    await form.getByLabel(t("account:page.about")).fill("Ich töpfere, seit ich denken kann.");
    await form.getByLabel(t("account:page.goalTitle")).fill("Ein Brennofen");
    await form.getByRole("button", { name: t("account:save") }).click();
    await page
      .getByText(/1\.000\.000|1,000,000/)
      .first()
      .waitFor();
    await creator.looksRight();
    await form.getByLabel(t("account:page.goalAmount", { currency: "EUR" })).fill("500");
    await form.getByLabel(t("account:page.supporters")).check();
    await form.getByRole("button", { name: t("account:save") }).click();
    await page.getByText(t("account:saved"), { exact: true }).waitFor();
    await creator.looksRight();

    const guest = await open(circumstances);
    const receipt = await payNamed(username ?? "");
    await eventually("the page names the fan", async () => {
      await guest.visit(`/${username}`);
      return (await guest.page.getByText("Das Lied mit dem Regen.").count()) === 1;
    });
    await guest.page.getByRole("progressbar", { name: "Ein Brennofen" }).waitFor();
    await guest.page.getByText("Ich töpfere, seit ich denken kann.").waitFor();
    await guest.page.getByText(t("tip:profile.verified"), { exact: true }).waitFor();
    await guest.looksRight();
    // The question comes on the way, and is not answered for the fan.
    await guest.page.getByRole("button", { name: t("tip:amount.next") }).click();
    const tick = guest.page.getByLabel(t("tip:details.onPage"));
    expect(await tick.isChecked()).toBe(false);
    await guest.looksRight();

    await guest.visit(receipt);
    await guest.looksRight();
    await guest.page.getByRole("button", { name: t("result:receipt.offPage") }).click();
    await guest.page
      .getByRole("button", { name: t("result:receipt.offPage") })
      .waitFor({ state: "detached" });
    await eventually("the page names nobody", async () => {
      await guest.visit(`/${username}`);
      return (await guest.page.getByText("Das Lied mit dem Regen.").count()) === 0;
    });
  },
);

test("a page with everything fits 320 pixels", async () => {
  const visitor = await open({ script: false, locale: "de", width: 320 });
  await visitor.visit("/maximiliane.von.buelow");
  await visitor.page.getByRole("progressbar").waitFor();
  expect(await visitor.page.locator(".supporters li").count()).toBe(3);
  await visitor.looksRight();
});

test.for(TWO_WAYS)(
  "a creator takes the badge along, and it stands on somebody else's page, script $script, $locale, $width px",
  async (circumstances) => {
    const account = await signInCreator("ACTIVE", circumstances.locale);
    const creator = await openSignedIn(circumstances, account, "/dashboard");
    const { page, t } = creator;
    await page.getByRole("link", { name: t("dashboard:side.kit") }).click();
    await page.waitForURL("**/dashboard/share-kit");
    await page.getByRole("heading", { name: t("share:title") }).waitFor();
    await creator.looksRight();
    for (const picture of await page.locator("main img").all()) {
      await picture.scrollIntoViewIfNeeded();
      await eventually("the picture is there", () =>
        picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
      );
    }
    const card = page.locator("section", { has: page.getByText(t("share:badgeCard.code")) });
    const code = (await card.locator("pre").innerText()).trim();
    const copy = card.getByRole("button", { name: t("share:copy") });
    if (circumstances.script) {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await copy.click();
      const toast = page.getByText(t("share:badgeCard.copied"));
      await toast.waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
      await toast.waitFor({ state: "detached" });
    } else expect(await copy.count()).toBe(0);

    // Another origin, whose page asks for nothing but what the code says.
    const { url } = inject("product");
    const elsewhere = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
      response.end(`<!doctype html><html lang="en"><title>Elsewhere</title><main>${code}</main></html>`);
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = elsewhere.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/`);
      const badge = page.locator("main img");
      await eventually("the badge is drawn", () =>
        badge.evaluate((image) => image instanceof HTMLImageElement && image.naturalHeight === 44),
      );
      const cookies = await page.context().cookies(`http://127.0.0.1:${port}`);
      expect(cookies.filter(({ domain }) => domain === "127.0.0.1")).toEqual([]);
      expect(await page.locator("main a").getAttribute("href")).toMatch(new RegExp(`^${url}/neu-`));
    } finally {
      await new Promise((resolve) => elsewhere.close(resolve));
    }
  },
);
