import { expect, it } from "vitest";
import { isPayable } from "../../app/domain/payments/quote.server.ts";
import { contentRulesForm, storedContentRules } from "../../app/domain/settings/content-rules.schema.ts";
import { defaultSettings } from "../../app/product-settings.ts";

const read = (fields: object) => contentRulesForm("de").safeParse({ seen_version: "0", ...fields });
const problems = (fields: object) =>
  read(fields).error?.issues.map(({ path, message }) => [path.join(), message]) ?? [];

it("an empty form of content rules is as by default, and what is stored says the same", () => {
  expect(read({}).data).toEqual({ seen_version: 0, rules: defaultSettings.rules.content });
  expect(storedContentRules.parse(defaultSettings.rules.content)).toEqual(defaultSettings.rules.content);
});

it("a message has 50 to 1000 characters at most, a tip 0 to 2 thank-yous", () => {
  for (const [least, most] of [
    ["50", "0"],
    ["1000", "2"],
  ])
    expect(
      problems({ message_characters_maximum: least, thank_yous_maximum: most }),
      `${least}, ${most}`,
    ).toEqual([]);
  for (const message_characters_maximum of ["49", "1001", "-60", "6e2", "99999", "x"])
    expect(problems({ message_characters_maximum }), message_characters_maximum).toEqual([
      ["message_characters_maximum", "errors.rules.message_characters"],
    ]);
  for (const thank_yous_maximum of ["3", "-1", "1.5"])
    expect(problems({ thank_yous_maximum }), thank_yous_maximum).toEqual([
      ["thank_yous_maximum", "errors.rules.thank_yous"],
    ]);
});

it("vouchers have limits, three to six amounts within them, and the years and days of the law at least", () => {
  const fits = {
    ...{ voucher_minimum_minor: "10", voucher_maximum_minor: "1000", voucher_presets_minor: "50; 10; 20,50" },
    ...{ voucher_valid_years: "10", voucher_withdrawal_days: "60" },
  };
  expect(read(fits).data?.rules).toMatchObject({
    ...{ voucher_minimum_minor: 10_00, voucher_maximum_minor: 1_000_00 },
    ...{ voucher_presets_minor: [10_00, 20_50, 50_00], voucher_valid_years: 10, voucher_withdrawal_days: 60 },
  });
  const cases: [object, string, string][] = [
    [{ voucher_minimum_minor: "0,99" }, "voucher_minimum_minor", "errors.rules.voucher_minimum"],
    [{ voucher_maximum_minor: "1000,01" }, "voucher_maximum_minor", "errors.rules.voucher_maximum"],
    [{ voucher_maximum_minor: "10" }, "voucher_maximum_minor", "errors.rules.voucher_maximum"],
    [{ voucher_presets_minor: "10; 20" }, "voucher_presets_minor", "errors.rules.presets"],
    [{ voucher_presets_minor: "9; 20; 50" }, "voucher_presets_minor", "errors.rules.presets"],
    [{ voucher_valid_years: "2" }, "voucher_valid_years", "errors.rules.voucher_years"],
    [{ voucher_valid_years: "11" }, "voucher_valid_years", "errors.rules.voucher_years"],
    [{ voucher_withdrawal_days: "13" }, "voucher_withdrawal_days", "errors.rules.voucher_days"],
    [{ voucher_withdrawal_days: "61" }, "voucher_withdrawal_days", "errors.rules.voucher_days"],
  ];
  for (const [fields, name, message] of cases)
    expect(problems({ ...fits, ...fields }), JSON.stringify(fields)).toContainEqual([name, message]);
});

it("at least one profile currency is on offer, in our order, and fans pay in all, common or the receiver's own", () => {
  const rules = read({ currencies: "gbp, EUR", pay_currencies: "common" }).data?.rules;
  expect(rules).toMatchObject({ currencies: ["EUR", "GBP"], pay_currencies: "common" });
  for (const currencies of [";", "CHF", "EUR; CHF", "EUR; EUR"])
    expect(problems({ currencies }), currencies).toEqual([["currencies", "errors.rules.currencies"]]);
  expect(problems({ pay_currencies: "some" })).toEqual([["pay_currencies", "errors.rules.currencies"]]);
  const { content } = defaultSettings.rules;
  const payable = (pay_currencies: "all" | "common" | "own") =>
    ["EUR", "USD", "CHF", "JPY"].filter((pay_currency) =>
      isPayable({ ...content, pay_currencies }, { currency: "EUR", pay_currency }),
    );
  expect(payable("all")).toEqual(["EUR", "USD", "CHF", "JPY"]);
  expect(payable("common")).toEqual(["EUR", "USD", "CHF"]);
  expect(payable("own")).toEqual(["EUR"]);
  // A receiver's own is payable, however rare.
  expect(isPayable({ ...content, pay_currencies: "own" }, { currency: "JPY", pay_currency: "JPY" })).toBe(
    true,
  );
});
