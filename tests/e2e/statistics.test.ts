import { expect, test } from "vitest";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { giveSession, openSignedIn } from "../support/browser/creator-steps.ts";
import { tipIdOf } from "../support/database/records.ts";
import {
  goToProvider,
  multipart,
  payAtProvider,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { signInCreator } from "../support/http/signed-in.ts";

test.for(TWO_WAYS)(
  "a creator looks at the statistics, before the first tip and after, script $script, $locale, $width px",
  async (circumstances) => {
    const { locale } = circumstances;
    const creator = await signInCreator("ACTIVE", locale);
    const visitor = await openSignedIn(circumstances, creator, "/statistics");
    const { page, t } = visitor;
    await page.getByRole("heading", { name: t("statistics:empty.title") }).waitFor();
    await visitor.looksRight();
    const fan = wireFan(locale);
    const tip = await prepareTip(fan, {
      username: creator.username ?? "",
      amount: "50",
      email: "fan@fans.example",
    });
    await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");

    await visitor.visit("/dashboard");
    await page.getByRole("link", { name: t("drawer:statistics"), exact: true }).click();
    await page.waitForURL("**/statistics");
    const question = t("statistics:plots.month.question");
    const plot = page.getByRole("img", { name: t("statistics:plotTitle", { question }) });
    expect(await plot.locator("b").first().textContent()).toMatch(/50[.,]00/);
    await visitor.looksRight();
    await page.getByText(t("statistics:table.show")).first().click();
    await page.getByRole("table", { name: question }).waitFor();
    await visitor.looksRight();
  },
);

test.for(TWO_WAYS)(
  "a creator looks at the fans, before the first tip and after, and comes to a fan's tips, script $script, $locale, $width px",
  async (circumstances) => {
    const { locale } = circumstances;
    const creator = await signInCreator("ACTIVE", locale);
    const visitor = await openSignedIn(circumstances, creator, "/dashboard/fans");
    const { page, t } = visitor;
    await page.getByText(t("dashboard:fans.empty")).waitFor();
    await visitor.looksRight();
    for (const [name, email] of [
      ["Nora Regen", "nora@fans.example"],
      ["", "quiet@fans.example"],
    ] as const) {
      const fan = wireFan(locale);
      const tip = await prepareTip(fan, { username: creator.username ?? "", amount: "50", email, name });
      await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
    }

    await visitor.visit("/dashboard");
    if (circumstances.width < 900) await page.getByRole("link", { name: t("common:nav.menu") }).click();
    await page.getByRole("link", { name: t("drawer:fans"), exact: true }).click();
    await page.waitForURL("**/dashboard/fans");
    await page.getByText(t("dashboard:fans.nameless")).waitFor();
    // Neither shared the address.
    expect(await page.getByText("@fans.example").count()).toBe(0);
    await visitor.looksRight();
    await page.getByRole("link", { name: "Nora Regen" }).click();
    await page.waitForURL("**/dashboard?fan=Nora%20Regen");
    await page.getByText(t("dashboard:fans.intro")).waitFor({ state: "detached" });
    expect(await page.locator(".letter").count()).toBe(1);
  },
);

test("no page of a creator's side scrolls sideways at 320 pixels, however long the words are", async () => {
  const creator = await signInCreator("ACTIVE", "de");
  const visitor = await open({ script: false, locale: "de", width: 320 });
  const { page } = visitor;
  const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
  const fan = wireFan("de");
  const wish = {
    username: creator.username ?? "",
    amount: "500",
    email: `${long.slice(0, 50)}@fans.example`,
  };
  const tip = await prepareTip(fan, { ...wish, name: `${long} Nora`, words: `${long}${long}` });
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  const item = multipart({ name: `${long}${long}`, amount: "500" });
  await creator.wire.send("POST", "/dashboard/items/new", item.body, item.headers);
  await giveSession(visitor, creator);
  const own = `/dashboard/tips/${tipIdOf(`${tip}/`)}`;
  for (const path of [
    ...[
      "/dashboard",
      "/dashboard?show=new",
      `/dashboard?fan=${"x".repeat(200)}`,
      own,
      `${own}/reply`,
      `${own}/refund`,
    ],
    ...[
      "/dashboard/items",
      "/dashboard/items/new",
      "/dashboard/fans",
      "/dashboard/statistics",
      "/dashboard/payouts",
    ],
    ...[`/${creator.username}`, `/${creator.username}/qr`],
  ]) {
    await visitor.visit(path);
    const [width, wide] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect([path, wide]).toEqual([path, width]);
  }
});
