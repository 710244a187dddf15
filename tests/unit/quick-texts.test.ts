import type { TypeOptions } from "i18next";
import { describe, expect, it } from "vitest";
import { i18nFor } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";
import { quickTexts } from "../../locales/quick-texts.ts";
import { textsOf, variables } from "../support/text-keys.ts";

/** Known to each text; no caller gives them. */
const BRAND = ["brand", "short_brand"];

type Say = (key: string, values?: Record<string, string | number>) => string;

describe.each(LOCALES)("texts on the quick way, in %s", (locale) => {
  const instance = i18nFor(locale);

  it("texts on the quick way are what i18next says, with values and without", () => {
    for (const [name, text] of textsOf(locale)) {
      const [area = "", key = ""] = name.split(/:(.*)/s);
      const quick = quickTexts(instance, area as keyof TypeOptions["resources"]) as Say;
      const whole = instance.t as Say;
      const values = Object.fromEntries(
        variables(text)
          .filter((each) => !BRAND.includes(each))
          .map((each) => [each, `<${each} & "5 $1">`]),
      );
      expect([name, quick(key, values)]).toEqual([name, whole(name, values)]);
      expect([name, quick(key)]).toEqual([name, whole(name)]);
    }
  });

  const quick = quickTexts(instance, "tip") as Say;
  const whole = instance.t as Say;

  it.each([1, 2])("texts on the quick way have the form of their number: %s", (count) => {
    expect(quick("amount.more", { count })).toContain(String(count));
    expect(quick("amount.more", { count })).toBe(whole("tip:amount.more", { count }));
  });

  it.each([
    ["nobody has written it", "amount.nothing"],
    ["a value is missing", "steps.progress"],
  ])("texts on the quick way are left to i18next where %s", (_, key) => {
    expect(quick(key, { step: 1 })).toBe(whole(`tip:${key}`, { step: 1 }));
  });
});
