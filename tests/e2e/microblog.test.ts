import { expect, test } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { TWO_WAYS } from "../support/browser/browser.ts";
import { openSignedIn } from "../support/browser/creator-steps.ts";
import { tipThatIsTold } from "../support/browser/told-tip.ts";
import { signInCreator } from "../support/http/signed-in.ts";

test.for(TWO_WAYS)("a creator of the demo links X, whose stand-in gets what is posted: %o", async (how) => {
  const creator = await signInCreator("ACTIVE", how.locale);
  const visitor = await openSignedIn(how, creator, "/account/twitter");
  const { page } = visitor;
  const t = i18nFor(how.locale).getFixedT(how.locale, ["microblog", "account", "standIns"]);
  const network = "X";
  await page.getByText(t("standIns:here", { network })).waitFor();
  await visitor.looksRight();
  await page.getByRole("button", { name: t("microblog:connect", { network }) }).click();
  await page.waitForURL("**/account/twitter/pin");
  await visitor.looksRight();

  const address = await page
    .getByRole("link", { name: t("microblog:pin.open", { network }) })
    .getAttribute("href");
  await visitor.visit(address ?? "");
  await page.getByText(t("standIns:badge", { network })).waitFor();
  await visitor.looksRight();
  await page.getByRole("button", { name: t("standIns:cancel") }).click();
  await page.getByRole("heading", { name: t("standIns:x.refused") }).waitFor();
  await visitor.visit(address ?? "");
  const handle = /demo_\d+/.exec(await page.getByRole("main").innerText())?.[0] ?? "";
  await page.getByRole("button", { name: t("standIns:allow") }).click();
  const heading = page.getByRole("heading", { name: t("standIns:x.pinTitle", { pin: "" }).trim() });
  const pin = /\d+/.exec(await heading.innerText())?.[0] ?? "";
  await visitor.looksRight();

  await visitor.visit("/account/twitter/pin");
  await page.getByLabel(t("microblog:pin.label")).fill(pin);
  await page.getByRole("button", { name: t("microblog:pin.go") }).click();
  await page.getByText(t("microblog:done.linked")).waitFor();
  await page.getByText(t("microblog:linkedAs", { handle })).waitFor();
  await page.getByLabel(t("microblog:settings.onNewTip")).check();
  await page.getByLabel(t("microblog:settings.onAchievement")).check();
  await page.getByLabel(t("microblog:settings.tipFrequency")).selectOption("ALL");
  await page.getByLabel(t("microblog:settings.advertFrequency")).selectOption("WEEKLY");
  await visitor.looksRight();
  await page.getByRole("button", { name: t("account:save") }).click();
  await page.getByText(t("account:saved"), { exact: true }).waitFor();
  expect(await page.getByLabel(t("microblog:settings.onNewTip")).isChecked()).toBe(true);
  expect(await page.getByLabel(t("microblog:settings.showAmount")).isChecked()).toBe(false);
  expect(await page.getByLabel(t("microblog:settings.advertFrequency")).inputValue()).toBe("WEEKLY");

  await tipThatIsTold(creator);
  await page.getByRole("link", { name: t("standIns:seePosts") }).click();
  await page.getByText(`X · ${creator.username} · `).first().waitFor();
  await visitor.looksRight();

  await visitor.visit("/account/twitter");
  await page.getByRole("button", { name: t("microblog:unlink") }).click();
  await page.getByText(t("microblog:done.unlinked")).waitFor();
});
