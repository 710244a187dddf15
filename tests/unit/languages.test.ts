import { describe, expect, it } from "vitest";
import { LANGUAGES, LOCALES } from "../../locales/index.ts";

describe("the list of languages", () => {
  it.each(LOCALES)("the list of languages has all that is asked of %s", (locale) => {
    const { name, tag, time, zone } = LANGUAGES[locale];
    // The columns that keep a language have two letters.
    expect(locale).toMatch(/^[a-z]{2}$/);
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(new Intl.Locale(tag).region).toMatch(/^[A-Z]{2}$/);
    expect(time).toContain("{time}");
    for (const text of [name, zone]) expect(text.trim()).not.toBe("");
  });
});
