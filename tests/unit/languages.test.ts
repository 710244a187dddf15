import { describe, expect, it } from "vitest";
import { LANGUAGES, LOCALES } from "../../locales/index.ts";
import { listCode, withoutComments } from "../../scripts/source-files.ts";

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

  it("the list of languages is asked by all code: nowhere else is there a choice between languages", () => {
    const choices = [
      /[=!]==? "(?:en|de)"/,
      /"(?:en|de)"\s*[|,]\s*"(?:en|de)"/,
      /\b(?:en|de): "(?:en|de|EN|DE|GB)/,
      // How something is written is said by the language's tag.
      /\bIntl\.\w+\((?:\w+\.)*(?:locale|language)\b/,
    ];
    const code = [...listCode("app"), ...listCode("db"), ...listCode("scripts"), ...listCode("locales")];
    const found = code
      .filter(({ name }) => !name.startsWith("db/migrations/"))
      .flatMap((file) => {
        const text = withoutComments(file.text);
        return choices.filter((choice) => choice.test(text)).map((choice) => `${file.name}: ${choice}`);
      });
    expect(found).toEqual([]);
  });
});
