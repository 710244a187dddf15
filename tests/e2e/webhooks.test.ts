import { expect, test } from "vitest";
import { TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn, problemAt } from "../support/browser/creator-steps.ts";
import { PASSWORD, signInCreator } from "../support/http/signed-in.ts";

// A creator's webhooks, from the address to its removal (docs/product.md, 5.14).

const PAGE = "/account/webhooks";
const SECRET = /whsec_[\w+/]{43}=/;
/** This machine: it is looked up, and not called. */
const ADDRESS = `https://localhost:8443/${"tips".repeat(20)}`;

async function press({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

async function enterPassword({ page, t }: Visitor): Promise<void> {
  await page.getByLabel(t("webhooks:password"), { exact: true }).fill(PASSWORD);
}

const secretOn = async ({ page }: Visitor) => SECRET.exec(await page.locator("main").innerText())?.[0];

test.for(TWO_WAYS)(
  "a creator's webhook is added, tried, renewed and removed, script $script, $locale, $width px",
  async (circumstances) => {
    const creator = await signInCreator("ACTIVE", circumstances.locale);
    const owner = await openSignedIn(circumstances, creator, PAGE);
    const { page, t } = owner;
    owner.expectStatus(422);
    await owner.looksRight();
    const address = page.getByLabel(t("webhooks:address"), { exact: true });
    await address.fill("https://10.0.0.1/tips");
    await page.getByLabel(t("webhooks:events.goal_reached")).check();
    await enterPassword(owner);
    await press(owner, t("webhooks:add"));
    await page.getByRole("alert").waitFor();
    expect(await problemAt(page, t("webhooks:address"))).toBe(t("errors:webhook.public"));
    await owner.looksRight();
    await address.fill(ADDRESS);
    await enterPassword(owner);
    await press(owner, t("webhooks:add"));
    await page.getByText(t("webhooks:secret", { host: "localhost:8443" })).waitFor();
    const secret = await secretOn(owner);
    expect(secret).toMatch(SECRET);
    await owner.looksRight();

    await page.getByRole("link", { name: ADDRESS }).click();
    await page.getByRole("heading", { name: t("webhooks:deliveries") }).waitFor();
    expect(await secretOn(owner)).toBeUndefined();
    await press(owner, t("webhooks:test"));
    await page.getByRole("status").getByText(t("webhooks:done.queued")).waitFor();
    await expect
      .poll(async () => {
        await page.reload();
        return await page.locator("main").innerText();
      })
      .toContain(t("webhooks:noAnswer.NOT_CALLED"));
    await owner.looksRight();
    await enterPassword(owner);
    await press(owner, t("webhooks:renew"));
    await page.getByText(t("webhooks:secret", { host: "localhost:8443" })).waitFor();
    const renewed = await secretOn(owner);
    expect(renewed).toMatch(SECRET);
    expect(renewed).not.toBe(secret);

    await press(owner, t("webhooks:switchOff"));
    await page.getByRole("status").getByText(t("webhooks:done.off")).waitFor();
    await page.getByText(t("webhooks:remove"), { exact: true }).click();
    await press(owner, t("webhooks:removeNow"));
    await page.getByText(t("webhooks:none")).waitFor();
    await owner.looksRight();
  },
);
