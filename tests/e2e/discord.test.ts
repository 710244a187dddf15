import { expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { giveSession } from "../support/browser/creator-steps.ts";
import { tipThatIsTold } from "../support/browser/told-tip.ts";
import { signInCreator } from "../support/http/signed-in.ts";

test.for(TWO_WAYS)(
  "a creator of the demo links Discord's stand-in and chooses a channel: %o",
  async (how) => {
    const creator = await signInCreator("ACTIVE", how.locale);
    const visitor = await open(how);
    const { page } = visitor;
    const areas = ["chatBot", "account", "microblog", "drawer", "standIns"] as const;
    const t = i18nFor(how.locale).getFixedT(how.locale, areas);
    await visitor.visit("/discord");
    await page.getByRole("heading", { level: 1, name: t("chatBot:guide.title") }).waitFor();
    for (const summary of await page.locator("summary").all()) await summary.click();
    await visitor.looksRight();

    await giveSession(visitor, creator);
    await visitor.visit("/dashboard");
    const entry = page.locator('#drawer a[href="/discord"]');
    expect(await entry.locator(".new-chip").textContent()).toBe(t("drawer:isNew"));

    await visitor.visit("/account/discord");
    await page.getByText(t("standIns:here", { network: "Discord" })).waitFor();
    await page.getByRole("link", { name: t("standIns:askBot") }).click();
    const name = `ada_${how.locale}`;
    await page.getByLabel(t("standIns:bot.name")).fill(name);
    await page.getByLabel(t("standIns:bot.command")).selectOption("link");
    await page.getByRole("button", { name: t("standIns:bot.go") }).click();
    await page.getByText(t("standIns:bot.answer")).waitFor();
    await visitor.looksRight();
    await page.getByRole("link", { name: t("chatBot:replies.linkButton") }).click();
    await page.getByText(name).waitFor();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("chatBot:link.go") }).click();
    await page.getByText(t("chatBot:account.done.linked")).waitFor();
    await visitor.looksRight();

    await visitor.visit("/dev/networks");
    await page.getByLabel(t("standIns:bot.member"), { exact: false }).fill(name);
    await page.getByRole("button", { name: t("standIns:bot.go") }).click();
    await page.getByRole("link", { name: t("chatBot:replies.tipButton", { name: "Neu Hier" }) }).waitFor();

    for (const choice of ["cancel", "allow"] as const) {
      await visitor.visit("/account/discord");
      await page.getByRole("button", { name: t("chatBot:account.choose") }).click();
      await page.waitForURL("**/account/discord/channel");
      await visitor.looksRight();
      await page.getByRole("link", { name: t("chatBot:channel.open") }).click();
      await page.getByText(t("standIns:badge", { network: "Discord" })).waitFor();
      await visitor.looksRight();
      await page.getByRole("button", { name: t(`standIns:${choice}`) }).click();
      if (choice === "cancel") await page.getByText(t("chatBot:account.faults.declined")).waitFor();
    }
    await page.waitForURL(/\/account\/discord\/arrival\?/);
    await visitor.looksRight();
    await page.getByRole("button", { name: t("chatBot:arrival.go") }).click();
    await page.getByText(t("chatBot:account.done.opened")).waitFor();
    await page.getByLabel(t("microblog:settings.showAmount")).check();
    await visitor.looksRight();
    await page.getByRole("button", { name: t("account:save") }).click();
    await page.getByText(t("account:saved"), { exact: true }).waitFor();
    expect(await page.getByLabel(t("chatBot:account.onNewTip")).isChecked()).toBe(true);
    expect(await page.getByLabel(t("microblog:settings.showAmount")).isChecked()).toBe(true);

    await tipThatIsTold(creator);
    await visitor.visit("/dev/networks");
    await page.getByText(`Discord · ${creator.username} · `).waitFor();

    await visitor.visit("/account/discord");
    await page.getByRole("button", { name: t("chatBot:account.stop") }).click();
    await page.getByText(t("chatBot:account.done.closed")).waitFor();
    await page.getByRole("button", { name: t("chatBot:account.unlink") }).click();
    await page.getByText(t("chatBot:account.done.unlinked")).waitFor();
  },
);
