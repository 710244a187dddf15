import { beforeEach, describe, expect } from "vitest";
import { addItem } from "../../app/domain/items/items.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { amountForm } from "../../app/domain/tips/tip.schema.ts";
import { findProfile, type PublicProfile } from "../../app/domain/users/profile.server.ts";
import { saveTipAmounts, setCurrency } from "../../app/domain/users/settings.server.ts";
import { offeredAmounts } from "../../app/domain/users/tip-amounts.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { test as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  payTip,
  type TipWorld,
} from "../support/money/tip-world.ts";

// What a creator's page offers on the first step: whose amounts, which one is marked, and items alone.

const USUAL = productRules.tip.presets_minor;
const OWN = [3_00, 7_00, 12_00].map(minor);
const SET = { presets_minor: OWN, mark: "AUTOMATIC" as const, only_items: false, currency: "EUR" };

let world: TipWorld;
let creator: Creator;

it.beforeAll(({ database }) => {
  world = createTipWorld(database.db);
});
beforeEach(async () => {
  creator = await createCreator(world);
});

async function pageOf(who = creator): Promise<PublicProfile> {
  const profile = await findProfile(world.db, who.username, world.clock());
  if (!profile) throw new Error("the page is gone");
  return profile;
}
const offered = async (presets_minor: readonly number[] = USUAL) =>
  offeredAmounts((await pageOf()).amounts, { ...productRules.tip, presets_minor });
const save = async (change: Partial<Parameters<typeof saveTipAmounts>[2]>, who = creator) =>
  await saveTipAmounts(world.db, who.id, { ...SET, ...change }, world.clock());
const addCoffee = async () =>
  await addItem(world.db, {
    ...{
      id: world.newId(),
      user_id: creator.id,
      name: "A coffee",
      amount_minor: minor(5_00),
      currency: "EUR",
    },
    ...{ image_id: null, now: world.clock() },
  });
async function tips(amount: number, count: number, wish: Parameters<typeof payTip>[2] = {}) {
  const paid = [];
  for (let each = 0; each < count; each += 1) paid.push(await payTip(world, creator, { amount, ...wish }));
  return paid;
}

describe("amounts", () => {
  it("the creator's amounts precede the operator's, which precede the product's", async () => {
    expect(await offered()).toEqual({ presets: USUAL, marked: null, preselected: null });
    expect((await offered([2_00, 4_00, 8_00])).presets).toEqual([2_00, 4_00, 8_00]);
    await save({});
    expect((await offered([2_00, 4_00, 8_00])).presets).toEqual(OWN);
    await save({ presets_minor: null });
    expect((await offered()).presets).toEqual(USUAL);
  });

  it("amounts apply only in the currency in which they were set", async () => {
    await save({ mark: minor(7_00) });
    await setCurrency(world.db, creator.id, "USD", world.clock());
    expect(await offered()).toEqual({ presets: USUAL, marked: null, preselected: null });
    await setCurrency(world.db, creator.id, "EUR", world.clock());
    expect(await offered()).toEqual({ presets: OWN, marked: 7_00, preselected: 7_00 });
  });

  it("items alone are offered, and free amounts refused, while there is an item", async () => {
    await save({ only_items: true });
    expect((await offered()).presets).toEqual(OWN);
    await addCoffee();
    const page = await pageOf();
    expect(offeredAmounts(page.amounts, productRules.tip).presets).toEqual([]);
    const form = amountForm({ ...page, locale: "en", rules: defaultSettings.rules });
    for (const typed of [{ amount: "5" }, { choice: "5.00" }, {}])
      expect(form.safeParse(typed).error?.issues[0]?.message).toBe("errors.amount.only_items");
    expect(form.parse({ choice: `item-${page.items[0]?.id}` }).amount_minor).toBe(5_00);
  });
});

describe("the mark", () => {
  it("the amount with most tips is marked from ten tips on, and selected for no fan", async () => {
    await tips(10_00, 9);
    await tips(5_00, 3);
    expect((await offered()).marked).toBeNull();
    await tips(10_00, 1);
    expect(await offered()).toEqual({ presets: USUAL, marked: 10_00, preselected: null });
  });

  it("amounts with equally many tips are not marked", async () => {
    await tips(10_00, 10);
    await tips(25_00, 10);
    expect((await offered()).marked).toBeNull();
  });

  it("refunds, the creator's own tips, items and other amounts do not count", async () => {
    await tips(10_00, 9);
    await tips(10_00, 1, { begunBy: creator.id });
    await tips(7_77, 12);
    expect((await offered()).marked).toBeNull();
    const [last] = await tips(10_00, 1);
    expect((await offered()).marked).toBe(10_00);
    if (last) await refund(world, last, by(creator));
    expect((await offered()).marked).toBeNull();
  });

  it("tips of more than ninety days ago do not count", async () => {
    await tips(10_00, 10);
    expect((await offered()).marked).toBe(10_00);
    const profile = await findProfile(
      world.db,
      creator.username,
      new Date(world.clock().getTime() + 92 * DAY_SECONDS * 1000),
    );
    expect(profile?.amounts.often_chosen).toEqual([]);
  });

  it("the creator marks another amount, or none", async () => {
    await tips(7_00, 10);
    await save({});
    expect((await offered()).marked).toBe(7_00);
    await save({ mark: minor(12_00) });
    expect(await offered()).toEqual({ presets: OWN, marked: 12_00, preselected: 12_00 });
    await save({ mark: "NONE" });
    expect((await offered()).marked).toBeNull();
  });
});
