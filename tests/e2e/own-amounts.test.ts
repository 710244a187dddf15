import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem } from "../../app/domain/items/items.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { open, TWO_WAYS, type Visitor } from "../support/browser/browser.ts";
import { openSignedIn, problemAt } from "../support/browser/creator-steps.ts";
import { records } from "../support/database/records.ts";
import { confirm, payAtOnce, payWith, plain, readPrice, thanked } from "../support/http/fan.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// A creator's own amounts, from the setting to the payment (docs/product.md, 3.3).

const PAGE = "/account/amounts";

const field = ({ page, t }: Visitor, place: number) =>
  page.getByLabel(t("account:amounts.field", { place }), { exact: true });

async function enter(visitor: Visitor, amounts: readonly string[]): Promise<void> {
  for (const [index, amount] of amounts.entries()) await field(visitor, index + 1).fill(amount);
}

async function save({ page, t }: Visitor): Promise<void> {
  await page.getByRole("button", { name: t("account:save") }).click();
  await page.getByRole("status").getByText(t("account:saved")).waitFor();
}

async function addWish(userId: string): Promise<void> {
  const item = { name: "Ein Kaffee", amount_minor: minor(5_00), currency: "EUR", image_id: null };
  await addItem(records(), { id: randomUUID(), user_id: userId, ...item, now: new Date() });
}

test.for(TWO_WAYS)(
  "a creator's own amounts are paid, script $script, $locale, $width px",
  async (circumstances) => {
    const { locale } = circumstances;
    const creator = await signInCreator("ACTIVE", locale);
    const owner = await openSignedIn(circumstances, creator, PAGE);
    const { page, t } = owner;
    owner.expectStatus(422);
    await owner.looksRight();
    await enter(owner, ["3", "7"]);
    await page.getByRole("button", { name: t("account:save") }).click();
    await page.getByRole("alert").waitFor();
    expect(await problemAt(page, t("account:amounts.field", { place: 3 }))).toBe(t("errors:tip_amounts.few"));
    expect(await field(owner, 2).inputValue()).toBe("7");
    await owner.looksRight();
    await enter(owner, ["3", "7", "12", "30"]);
    await page.getByLabel(t("account:amounts.mark")).selectOption("amount_2");
    await save(owner);
    expect(await field(owner, 4).inputValue()).toMatch(/^30[.,]00$/);
    await owner.looksRight();

    const fan = await open(circumstances);
    await fan.visit(`/${creator.username}`);
    const chips = (await fan.page.locator(".chips .chip").allInnerTexts()).map(plain);
    const shown = ["3", "7", "12", "30"].map((amount) => (locale === "de" ? `${amount} €` : `€${amount}`));
    expect(chips).toEqual(
      shown.map((amount, place) => (place === 1 ? `${amount} ${t("tip:amount.suggested")}` : amount)),
    );
    expect(await fan.page.locator(".chips .chip input:checked").inputValue()).toBe("7.00");
    await fan.page.locator(".chips .chip", { hasText: "30" }).click();
    expect(plain(await fan.page.locator("button[name=way]").innerText())).toBe(
      t("tip:amount.pay", { amount: shown.at(-1) ?? "" }),
    );
    await fan.looksRight();
    await payAtOnce(fan);
    expect(Object.values(await readPrice(fan)).at(0)).toMatch(/30[.,]00/);
    await confirm(fan);
    await payWith(fan, "INETCASH_CC", "success");
    await thanked(fan, "Neu Hier");

    await addWish(creator.id);
    await owner.visit(PAGE);
    await page.getByLabel(t("account:amounts.onlyItems")).check();
    await save(owner);
    await fan.visit(`/${creator.username}`);
    await fan.page.locator("label.item").waitFor();
    expect(await fan.page.locator(".chips .chip").count()).toBe(0);
    expect(await fan.page.getByLabel(t("tip:amount.own")).count()).toBe(0);
    await fan.looksRight();
  },
);
