import { describe, expect, test } from "vitest";
import { type Circumstances, open, type Visitor } from "../support/browser/browser.ts";
import { FULLEST } from "../support/browser/weighed-tip.ts";
import { expire, tipIdOf } from "../support/database/records.ts";
import { CREATOR, confirm, payAtOnce, payWith, readPrice, thanked } from "../support/http/fan.ts";

// Two presses to the provider (docs/product.md, 4.5).

const MATRIX: Circumstances[] = [true, false].flatMap((script) =>
  (["de", "en"] as const).flatMap((locale) =>
    ([360, 1280] as const).map((width) => ({ script, locale, width, dark: width === 1280 })),
  ),
);
const PHONE: Circumstances = { script: false, locale: "de", width: 360 };
const DESK: Circumstances = { script: true, locale: "en", width: 1280 };

const line = ({ page }: Visitor, place: 0 | 1) => page.locator(".lines > details").nth(place);

describe.for(MATRIX)("the short way, script $script, $locale, $width px", (circumstances) => {
  test("two presses lead from the creator's page to the provider, and the tip arrives", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    const pay = page.locator("button[name=way]");
    expect((await pay.innerText()).replace(/\s/g, " ")).toBe(
      t("tip:amount.pay", { amount: circumstances.locale === "de" ? "5 €" : "€5" }),
    );
    await payAtOnce(visitor);
    await visitor.looksRight();
    expect(await page.locator("[required]").count()).toBe(0);
    expect(Object.values(await readPrice(visitor)).at(-1)).toMatch(/5[.,][56]0/);
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor);
  });
});

describe.for([PHONE, DESK])("changes on the summary, script $script", (circumstances) => {
  test("each line changes in place, and the summary shows the new price and words", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    await payAtOnce(visitor, "10");
    await line(visitor, 0).locator("summary").click();
    await page.getByLabel(t("tip:details.message")).fill("Mehr Regen!");
    await page.getByLabel(t("tip:details.name"), { exact: true }).fill("Ida");
    await line(visitor, 1).locator("summary").click();
    await page
      .getByRole("radio", { name: new RegExp(`^${t("tip:payment.types.INETCASH_DD.name")}`) })
      .check();
    await page.getByLabel(t("tip:payment.country")).selectOption("AT");
    const update = line(visitor, circumstances.script ? 0 : 1);
    await update.getByRole("button", { name: t("tip:summary.update") }).click();
    await page.getByRole("rowheader", { name: "20" }).waitFor();
    await page.getByText("Mehr Regen!").first().waitFor();
    expect(await page.locator("#line").innerText()).toContain(t("tip:payment.types.INETCASH_DD.name"));
    await visitor.looksRight();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_DD", "success");
  });

  test("a press of Pay keeps what an opened line says, and asks again when the price is another one", async () => {
    const visitor = await open({ ...circumstances, script: false });
    const { page, t } = visitor;
    visitor.expectStatus(422);
    await visitor.visit(`/${CREATOR.username}`);
    await payAtOnce(visitor, "10");
    await line(visitor, 1).locator("summary").click();
    await page.getByLabel(t("tip:payment.country")).selectOption("AT");
    await page.locator(".stick .go").click();
    await page.getByText(t("tip:summary.changed")).waitFor();
    await page.getByRole("rowheader", { name: "20" }).waitFor();
    await confirm(visitor);
  });

  test("a wrong email and a message below the creator's price are refused in place", async () => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    visitor.expectStatus(422);
    await visitor.visit(`/${FULLEST}`);
    await payAtOnce(visitor, "1");
    await line(visitor, 0).locator("summary").click();
    await page.getByLabel(t("tip:details.message")).fill("Hallo");
    await page.getByLabel(t("tip:payment.email")).fill("ida@");
    await page.locator(".stick .go").click();
    await page.locator("[data-summary]").waitFor();
    expect(await page.getByLabel(t("tip:payment.email")).inputValue()).toBe("ida@");
    await page.getByLabel(t("tip:payment.email")).fill("ida@fans.example");
    await page.locator(".stick .go").click();
    await page.locator("#summary-message-error", { hasText: "3" }).waitFor();
    expect(await page.getByLabel(t("tip:details.message")).inputValue()).toBe("Hallo");
  });

  test("the way back from the provider shows the same summary, an expired tip its end", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await visitor.visit(`/${FULLEST}`);
    await page.locator("label.item").nth(1).click();
    await payAtOnce(visitor);
    const [summary, price] = [page.url(), await readPrice(visitor)];
    expect(Object.values(price).at(0)).toMatch(/6[.,]00/);
    await confirm(visitor);
    const provider = page.url();
    await page.goBack();
    await page.waitForURL(summary);
    expect(await readPrice(visitor)).toEqual(price);
    await confirm(visitor);
    expect(page.url()).toBe(provider);
    await expire(tipIdOf(summary));
    visitor.expectStatus(410);
    await visitor.visit(summary);
    await page
      .getByText(circumstances.locale === "de" ? "Dieses Trinkgeld ist abgelaufen" : "This tip has expired")
      .waitFor();
  });

  test("a group's tip shows the share of each member on the button's page and on the summary", async () => {
    const visitor = await open(circumstances);
    const { page } = visitor;
    await visitor.visit("/gl/nachtmus");
    expect((await page.locator(".shares").innerText()).replace(/\s/g, " ")).toMatch(/5 \w+, (je )?€?2[.,]00/);
    await payAtOnce(visitor);
    await page.locator(".sharers").waitFor();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
  });
});

test("a fan who ticks it is remembered, and forgotten by one press", async () => {
  const visitor = await open(PHONE);
  const { page, t } = visitor;
  await visitor.visit(`/${CREATOR.username}`);
  await payAtOnce(visitor);
  await line(visitor, 0).locator("summary").click();
  await page.getByLabel(t("tip:details.name"), { exact: true }).fill("Ida");
  await page.getByLabel(t("tip:payment.email")).fill("ida@fans.example");
  await page.getByLabel(t("tip:summary.remember")).check();
  await confirm(visitor);
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith("fan"));
  expect(cookie?.value).not.toContain("Ida");
  expect(cookie?.httpOnly).toBe(true);

  await visitor.visit(`/${FULLEST}`);
  expect(await page.content()).not.toContain("ida@fans.example");
  await payAtOnce(visitor);
  expect(await page.getByLabel(t("tip:payment.email")).inputValue()).toBe("ida@fans.example");
  await page.getByText(t("tip:summary.from", { name: "Ida" })).waitFor();
  await page.getByRole("button", { name: t("tip:summary.forget") }).click();
  await page.getByText(t("tip:summary.from", { name: t("tip:summary.anonymous") })).waitFor();
  expect(await page.getByLabel(t("tip:payment.email")).inputValue()).toBe("");
  expect((await page.context().cookies()).some(({ name }) => name.endsWith("fan"))).toBe(false);
});

test.for([PHONE, DESK])(
  "Enter in a field applies it and does not pay, script $script",
  async (circumstances) => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    await visitor.visit(`/${CREATOR.username}`);
    await payAtOnce(visitor);
    await page.getByLabel(t("tip:payment.email")).fill("ida@fans.example");
    await page.getByLabel(t("tip:payment.email")).press("Enter");
    await page.waitForURL(/\/summary$/);
    await line(visitor, 0).locator("summary").click();
    await page.getByLabel(t("tip:details.name"), { exact: true }).fill("Ida");
    await page.getByLabel(t("tip:details.name"), { exact: true }).press("Enter");
    await page.getByText(t("tip:summary.from", { name: "Ida" })).waitFor();
    expect(await page.getByLabel(t("tip:payment.email")).inputValue()).toBe("ida@fans.example");
  },
);

test("a fan who is not asked leaves nothing behind", async () => {
  const visitor = await open(PHONE);
  await visitor.visit(`/${CREATOR.username}`);
  await payAtOnce(visitor);
  await confirm(visitor);
  expect((await visitor.page.context().cookies()).some(({ name }) => name.endsWith("fan"))).toBe(false);
});
