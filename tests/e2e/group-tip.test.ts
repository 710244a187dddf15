import { expect, test } from "vitest";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { open, TWO_WAYS } from "../support/browser/browser.ts";
import { choosePayment, confirm, giveAmount, leaveWords, payWith, thanked } from "../support/http/fan.ts";

// A fan tips a group of the demo world: everybody at first, then two whom they choose.

const PAGE = `/gl/${DEMO_GROUP.slug}`;

test.for(TWO_WAYS)(
  "a fan chooses who shares a tip to a group, sees the split before paying, and the group is thanked, script $script, $locale, $width px",
  async (circumstances) => {
    const visitor = await open(circumstances);
    const { page, t } = visitor;
    const choose = (name: string) =>
      page.getByRole("link", { name: `${t("grouplists:page.choose")} ${name}` });
    await visitor.visit(PAGE);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(DEMO_GROUP.name);
    expect(await page.locator(".member-all a").getAttribute("aria-current")).toBe("true");
    expect(await page.locator(".members .member").count()).toBe(DEMO_GROUP.members.length + 1);
    await visitor.looksRight();

    await choose("Jördis Kessler").click();
    await page.waitForURL(`**${PAGE}?creator=joerdis`);
    await choose("Elo Marchand").click();
    await page.waitForURL(`**${PAGE}?creator=joerdis&creator=elo.dessine`);
    expect(await page.locator(".member-all a").getAttribute("aria-current")).toBeNull();
    const half = circumstances.locale === "de" ? "5,00 €" : "€5.00";
    await page.getByText(t("tip:group.each", { count: 2, amount: half })).waitFor();
    await visitor.looksRight();

    await giveAmount(visitor, "5.01".replace(".", circumstances.locale === "de" ? "," : "."));
    await leaveWords(visitor, { name: "Ida", message: "Für euch beide" });
    await visitor.looksRight();
    await choosePayment(visitor, { email: "ida@fans.example" });
    const [least, most] = circumstances.locale === "de" ? ["2,50 €", "2,51 €"] : ["€2.50", "€2.51"];
    await page.getByText(t("tip:group.eachAbout", { count: 2, least, most })).waitFor();
    for (const name of ["Jördis Kessler", "Elo Marchand"])
      await page.getByRole("listitem").filter({ hasText: name }).waitFor();
    await visitor.looksRight();
    await confirm(visitor);
    await payWith(visitor, "INETCASH_CC", "success");
    await thanked(visitor, DEMO_GROUP.name);
    await visitor.looksRight();
    await page.getByRole("link", { name: t("result:success.receipt") }).click();
    await page.waitForURL("**/receipt/*");
    await page.getByText(`${DEMO_GROUP.name} (${PAGE})`).waitFor();
    await visitor.looksRight();
  },
);

test("who comes back from a step to change the amount finds the same members chosen", async () => {
  const visitor = await open({ script: false, locale: "de", width: 360 });
  const { page, t } = visitor;
  await visitor.visit(`${PAGE}/25?creator=joerdis`);
  expect(await page.locator("input[name=choice]:checked").getAttribute("value")).toBe("25.00");
  await page.getByRole("button", { name: t("tip:amount.next") }).click();
  await page.getByRole("link", { name: t("tip:steps.backTo.profile") }).click();
  await page.waitForURL(`**${PAGE}/25.00?tip=*`);
  await page.getByText(t("tip:group.each", { count: 1, amount: "25,00 €" })).waitFor();
  await page.getByRole("link", { name: `${t("grouplists:page.leaveOut")} Jördis Kessler` }).click();
  await page
    .getByText(t("tip:group.each", { count: DEMO_GROUP.members.length, amount: "5,00 €" }), { exact: true })
    .waitFor();
});
