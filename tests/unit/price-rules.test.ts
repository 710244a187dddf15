import { expect, it } from "vitest";
import { CONTENT_RANGES } from "../../app/domain/settings/content-rules.schema.ts";
import {
  flatRules,
  RULE_RANGES,
  rulesForm,
  storedRules,
} from "../../app/domain/settings/price-rules.schema.ts";
import { defaultSettings } from "../../app/product-settings.ts";

const read = (fields: object, locale: "de" | "en" = "de") =>
  rulesForm(locale).safeParse({ seen_version: "0", ...fields });
const problems = (fields: object) =>
  read(fields).error?.issues.map(({ path, message }) => [path.join(), message]) ?? [];

it("an empty form of rules is as by default, and what is stored says the same", () => {
  const defaults = flatRules(defaultSettings.rules);
  expect(read({}).data).toEqual({ seen_version: 0, rules: defaults });
  expect(storedRules.parse(defaults)).toEqual(defaults);
});

it("the smallest tip is 0.50 or more, the largest one up to 5,000.00", () => {
  const widest = { tip_minimum_minor: "0,50", tip_maximum_minor: "5.000,00" };
  expect(read(widest).data?.rules).toMatchObject({ tip_minimum_minor: 50, tip_maximum_minor: 5_000_00 });
  expect(problems({ ...widest, tip_minimum_minor: "0,49" })).toEqual([
    ["tip_minimum_minor", "errors.rules.minimum"],
  ]);
  expect(problems({ ...widest, tip_maximum_minor: "5000,01" })).toEqual([
    ["tip_maximum_minor", "errors.rules.maximum"],
  ]);
});

it("the minimum of our fee is no more than the smallest tip, nor than the smallest voucher that can be sold", () => {
  expect(RULE_RANGES.fee_minimum_most_minor).toBeLessThanOrEqual(CONTENT_RANGES.voucher.minimum);
  const least = { service_fee_minimum_minor: "0,50", tip_minimum_minor: "0,50" };
  for (const fits of [least, { service_fee_minimum_minor: "1" }, { service_fee_minimum_minor: "0" }])
    expect(problems(fits), JSON.stringify(fits)).toEqual([]);
  for (const wrong of [
    { ...least, service_fee_minimum_minor: "0,51" },
    { tip_minimum_minor: "5", service_fee_minimum_minor: "1,01" },
  ])
    expect(problems(wrong), JSON.stringify(wrong)).toEqual([
      ["service_fee_minimum_minor", "errors.rules.fee_minimum"],
    ]);
});

it("a percentage is typed with or without its sign, and never in a currency", () => {
  for (const [service_fee_bps, value] of [
    ["8", 800],
    ["8,25 %", 825],
    ["0%", 0],
    ["٨ ٪", 800],
  ] as const)
    expect(read({ service_fee_bps }).data?.rules.service_fee_bps, service_fee_bps).toBe(value);
  for (const service_fee_bps of ["2 EUR", "2 €", "$2", "2 Euro"])
    expect(problems({ service_fee_bps }), service_fee_bps).toEqual([
      ["service_fee_bps", "errors.rules.percentage"],
    ]);
  for (const service_fee_bps of ["acht", "-8", "%", "8 % %"])
    expect(problems({ service_fee_bps }), service_fee_bps).toEqual([
      ["service_fee_bps", "errors.rules.figure"],
    ]);
});

it("an amount is no percentage, alone or in a list", () => {
  expect(read({ tip_minimum_minor: "2 EUR" }).data?.rules.tip_minimum_minor).toBe(2_00);
  expect(problems({ tip_minimum_minor: "2 %" })).toEqual([["tip_minimum_minor", "errors.rules.amount"]]);
  expect(problems({ tip_presets_minor: "5; 10%; 20" })).toEqual([
    ["tip_presets_minor", "errors.rules.amount"],
  ]);
});
