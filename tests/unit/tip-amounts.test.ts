import { expect, test } from "vitest";
import { minor } from "../../app/domain/money/minor.ts";
import { tipAmountsForm } from "../../app/domain/users/settings.schema.ts";
import { offeredAmounts } from "../../app/domain/users/tip-amounts.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { preselectAmount } from "../../app/routes/tip/preselected-amount.ts";

// The form of a creator's amounts, and which choice a fan finds selected.

const NOTHING = { mark: "AUTOMATIC" };
const THREE = { amount_1: "12", amount_2: "3,50", amount_3: "7" };

function errorsOf(form: object): Record<string, string> {
  const parsed = tipAmountsForm("EUR", "de", defaultSettings.rules.tip).safeParse({ ...NOTHING, ...form });
  return Object.fromEntries(
    parsed.error?.issues.map(({ path, message }) => [path.join("."), message.replace(/^.*\./, "")]) ?? [],
  );
}

test("amounts are kept in ascending order, with the mark at its amount", () => {
  expect(
    tipAmountsForm("EUR", "de", defaultSettings.rules.tip).parse({
      ...THREE,
      mark: "amount_2",
      only_items: "on",
    }),
  ).toEqual({
    presets_minor: [3_50, 7_00, 12_00],
    mark: 3_50,
    only_items: true,
  });
  expect(tipAmountsForm("EUR", "de", defaultSettings.rules.tip).parse({ mark: "NONE" })).toEqual({
    presets_minor: null,
    mark: "NONE",
    only_items: false,
  });
});

test("amounts are three to six, different, and within a tip's limits", () => {
  expect(errorsOf(THREE)).toEqual({});
  expect(errorsOf({ amount_1: "5", amount_2: "7" })).toEqual({ amount_3: "few" });
  expect(errorsOf({ ...THREE, amount_4: "12,00" })).toEqual({ amount_4: "twice" });
  expect(errorsOf({ ...THREE, amount_1: "0,99", amount_2: "500,01", amount_3: "x" })).toEqual({
    amount_1: "invalid",
    amount_2: "invalid",
    amount_3: "invalid",
  });
});

test("the mark needs an amount in its field", () => {
  expect(errorsOf({ ...THREE, mark: "amount_4" })).toEqual({ mark: "mark" });
  expect(errorsOf({ mark: "amount_1" })).toEqual({ mark: "mark" });
  expect(errorsOf({ mark: "other" })).toEqual({ mark: "mark" });
});

const coffee = { id: "coffee", amount_minor: minor(5_00) };

/** What a page with these amounts selects; fans chose 25.00 most. */
function selected(
  page: { presets?: number[]; marked?: number; items?: (typeof coffee)[]; are_offered?: boolean },
  named?: string,
) {
  const { presets, preselected } = offeredAmounts(
    {
      presets_minor: page.presets?.map(minor) ?? null,
      marked_minor: page.marked === undefined ? null : minor(page.marked),
      often_chosen: [{ amount_minor: minor(25_00), tips: 40 }],
      are_offered: page.are_offered ?? true,
    },
    productRules.tip,
  );
  const { chosen, typed } = preselectAmount(
    { currency: "EUR", items: page.items ?? [], preselected },
    "en",
    named,
    { rules: { ...productRules.tip, presets_minor: presets } },
  );
  return chosen || typed;
}

test("what fans chose selects no amount for the next fan", () => {
  expect(selected({})).toBe("10.00");
  expect(selected({ items: [coffee] })).toBe("item-coffee");
});

test("the address selects its amount, else the first item, the creator's mark or the usual one", () => {
  const own = { presets: [3_00, 7_00, 12_00], marked: 12_00 };
  expect(selected({ ...own, items: [coffee] }, "7")).toBe("7.00");
  expect(selected({ ...own, items: [coffee] }, "8.50")).toBe("8.50");
  expect(selected({ ...own, items: [coffee] })).toBe("item-coffee");
  expect(selected(own)).toBe("12.00");
  expect(selected({ presets: own.presets })).toBe("7.00");
  expect(selected({ presets: [20_00, 30_00, 40_00] })).toBe("20.00");
});

test("amounts outside an operator's limits are not offered; without one that fits, the usual ones are", () => {
  const amounts = {
    ...{ presets_minor: [3_00, 7_00, 12_00].map(minor), marked_minor: minor(12_00) },
    ...{ often_chosen: [], are_offered: true },
  };
  const limits = { minimum_minor: 2_00, maximum_minor: 10_00, presets_minor: [5_00, 8_00] };
  expect(offeredAmounts(amounts, limits)).toEqual({ presets: [3_00, 7_00], marked: null, preselected: null });
  expect(offeredAmounts(amounts, { ...limits, minimum_minor: 13_00 }).presets).toEqual([5_00, 8_00]);
});

test("a page of items alone selects an item, whatever the address says", () => {
  const strings = { id: "strings", amount_minor: minor(16_00) };
  const page = { items: [coffee, strings], are_offered: false };
  expect(selected(page)).toBe("item-coffee");
  expect(selected(page, "16")).toBe("item-strings");
  expect(selected(page, "900")).toBe("item-coffee");
});
