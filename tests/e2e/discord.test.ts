import { afterAll, beforeAll, expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { logIn } from "../support/browser/creator-steps.ts";
import { createDemoDatabase, type DemoDatabase } from "../support/database/database.ts";
import { ask } from "../support/http/http-requests.ts";
import { type Product, startProduct } from "../support/http/product.ts";
import { PASSWORD, signInCreator } from "../support/http/signed-in.ts";
import {
  DISCORD_APP,
  discordSettings,
  type FakeDiscord,
  openFakeDiscord,
  signedByDiscord,
} from "../support/networks/fake-discord.ts";

let database: DemoDatabase;
let discord: FakeDiscord;
let product: Product;

beforeAll(async () => {
  discord = await openFakeDiscord();
  database = await createDemoDatabase();
  const settings = { ...discordSettings(discord), TRUSTED_PROXIES: "127.0.0.0/8" };
  product = await startProduct(database.url, settings, database);
});
afterAll(async () => {
  await product?.stop();
  await discord?.close();
  await database?.drop();
});

/** The page that the bot gives to somebody who types its command; Discord's own window is not ours to test. */
async function pageOfLinkCommand(userId: string, name: string): Promise<string> {
  const body = JSON.stringify({
    ...{ id: "1", type: 2, token: "t", version: 1, application_id: DISCORD_APP.applicationId },
    ...{ guild_id: "900", locale: "de", member: { user: { id: userId, username: name } } },
    data: { id: "2", name: "link", type: 1 },
  });
  const url = `${product.url}/webhooks/discord`;
  const { text } = await ask(url, { method: "POST", headers: signedByDiscord(body), body });
  return new URL(/https?:[^"\\]+\/link\/[\w-]+/.exec(text)?.[0] ?? "").pathname;
}

test.for(TWO_WAYS)("a creator reads the guide, links Discord and chooses a channel: %o", async (how) => {
  const creator = await signInCreator("ACTIVE", how.locale, { db: database.db, url: product.url });
  const visitor = await open(how, { url: product.url, address: how.script ? "10.9.1.1" : "10.9.1.2" });
  const { page } = visitor;
  const t = i18nFor(how.locale).getFixedT(how.locale, ["chatBot", "account", "microblog", "drawer"]);
  await visitor.visit("/discord");
  await page.getByRole("heading", { level: 1, name: t("chatBot:guide.title") }).waitFor();
  await page.getByRole("link", { name: t("chatBot:guide.invite") }).waitFor();
  for (const summary of await page.locator("summary").all()) await summary.click();
  await visitor.looksRight();

  await visitor.visit("/login");
  await logIn(visitor, creator.email, PASSWORD);
  await visitor.visit("/dashboard");
  const entry = page.locator('#drawer a[href="/discord"]');
  expect(await entry.locator(".new-chip").textContent()).toBe(t("drawer:isNew"));

  await visitor.visit(await pageOfLinkCommand(how.script ? "31" : "32", "ada_auf_discord"));
  await page.getByText("ada_auf_discord").waitFor();
  await visitor.looksRight();
  await page.getByRole("button", { name: t("chatBot:link.go") }).click();
  await page.getByText(t("chatBot:account.done.linked")).waitFor();
  await visitor.looksRight();

  await page.getByRole("button", { name: t("chatBot:account.choose") }).click();
  await page.waitForURL("**/account/discord/channel");
  await visitor.looksRight();
  await page.getByRole("link", { name: t("chatBot:channel.open") }).click();
  await page.getByRole("button", { name: "Authorize" }).click();
  await page.waitForURL(/\/account\/discord\/arrival\?/);
  await visitor.looksRight();
  await page.getByRole("button", { name: t("chatBot:arrival.go") }).click();
  await page.getByText(t("chatBot:account.done.opened")).waitFor();
  await page.getByLabel(t("microblog:settings.showAmount")).check();
  await page.getByLabel(t("microblog:settings.tipFrequency")).selectOption("HOURLY");
  await visitor.looksRight();
  await page.getByRole("button", { name: t("account:save") }).click();
  await page.getByText(t("account:saved")).waitFor();
  expect(await page.getByLabel(t("chatBot:account.onNewTip")).isChecked()).toBe(true);
  expect(await page.getByLabel(t("microblog:settings.showAmount")).isChecked()).toBe(true);

  await page.getByRole("button", { name: t("chatBot:account.stop") }).click();
  await page.getByText(t("chatBot:account.done.closed")).waitFor();
  await page.getByRole("button", { name: t("chatBot:account.unlink") }).click();
  await page.getByText(t("chatBot:account.done.unlinked")).waitFor();
});
