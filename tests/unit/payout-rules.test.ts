import { describe, expect, test } from "vitest";
import {
  flatPayoutRules,
  payoutRulesForm,
  payoutRulesFrom,
  storedPayoutRules,
} from "../../app/domain/settings/payout-rules.schema.ts";
import { defaultSettings } from "../../app/product-settings.ts";

const DEFAULTS = flatPayoutRules(defaultSettings.rules);
const parse = (form: Record<string, string>) =>
  payoutRulesForm("en").safeParse({ seen_version: "0", ...form });

describe("the rules of payouts", () => {
  test("empty fields are as by default, and what is stored runs", () => {
    expect(parse({}).data?.rules).toEqual(DEFAULTS);
    const { payout: shipped, hold_days } = defaultSettings.rules;
    expect(payoutRulesFrom({})).toEqual({ payout: shipped, hold_days });
    const set = parse({ eu_fee_minor: "0", eu_free_from_minor: "-", automatic_minimum_minor: "5" }).data
      ?.rules;
    expect(set).toEqual({
      ...DEFAULTS,
      ...{ eu_fee_minor: 0, eu_free_from_minor: null, automatic_minimum_minor: 5_00 },
    });
    const { payout } = payoutRulesFrom(storedPayoutRules.parse(set));
    expect(payout.regions.EU).toEqual({ fee_minor: 0, free_from_minor: null, minimum_minor: 5_00 });
    expect(payout.automatic_minimum_minor).toBe(5_00);
  });

  test.each([
    ["automatic_minimum_minor", "5", "4.99"],
    ["automatic_minimum_minor", "1000", "1000.01"],
    ["default_fee_minor", "19.99", "20"],
    ["paxum_minimum_minor", "2.51", "2.50"],
    ["special_minimum_minor", "20", "20.01"],
    ["special_free_from_minor", "20", "19.99"],
    ["eu_free_from_minor", "10000", "10000.01"],
  ])("%s may be %s, and not %s", (name, fit, unfit) => {
    expect(parse({ [name]: fit }).success).toBe(true);
    expect(parse({ [name]: unfit }).success).toBe(false);
  });
});
