import { globSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { LEDGER_CHECKS } from "../../app/ui/components/ledger-check-names.tsx";
import { LANGUAGES, LOCALES } from "../../locales/index.ts";
import { TEXTS } from "../../locales/texts.ts";
import { listCode } from "../../scripts/source-files.ts";
import { DYNAMIC } from "../support/composed-text-keys.ts";
import { listAskedKeys, listCalledKeys, textsOf, variables, withoutPlural } from "../support/text-keys.ts";

const english = textsOf("en");
const keys = new Set([...english.keys()].map(withoutPlural));
const others = LOCALES.filter((locale) => locale !== "en");

describe("the texts", () => {
  it.each(others)("the texts are the same in English and %s, forms of plurals aside", (locale) => {
    const named = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(withoutPlural))].sort();
    expect(named(textsOf(locale))).toEqual(named(english));
  });

  it("the texts have every plural form that the language knows", () => {
    for (const locale of LOCALES) {
      const texts = textsOf(locale);
      const categories = new Intl.PluralRules(LANGUAGES[locale].tag).resolvedOptions().pluralCategories;
      const plurals = [...texts.keys()].filter((key) => withoutPlural(key) !== key);
      for (const key of plurals.map(withoutPlural)) {
        for (const category of categories)
          expect(texts.has(`${key}_${category}`), `${locale} ${key}_${category}`).toBe(true);
      }
    }
  });

  it("the texts are never empty, and have no space at their ends", () => {
    for (const locale of LOCALES) {
      const poor = [...textsOf(locale)].filter(([, text]) => text.trim() === "" || text !== text.trim());
      expect(poor).toEqual([]);
    }
  });

  it.each(others)("the texts name the same values in English and %s", (locale) => {
    const different = [...textsOf(locale)].flatMap(([key, text]) => {
      // A language may have more forms of a plural than English.
      const source = english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? "";
      // What is said of one thing may spell its number out.
      const named = (each: string) =>
        variables(each).filter((name) => name !== "count" || !key.endsWith("_one"));
      return JSON.stringify(named(text)) === JSON.stringify(named(source))
        ? []
        : [`${key}: ${source} / ${text}`];
    });
    expect(different).toEqual([]);
  });

  it("the texts in German have German quotation marks and real apostrophes", () => {
    expect([...textsOf("de")].filter(([, text]) => /["'`´]|“[^“„]*”/.test(text))).toEqual([]);
  });

  it("the texts in German have one word for creators, and one for the terms", () => {
    expect([...textsOf("de")].filter(([, text]) => /\bAGB\b|\bKreativ/.test(text))).toEqual([]);
  });

  it("the texts have no HTML in them", () => {
    for (const locale of LOCALES)
      expect([...textsOf(locale)].filter(([, text]) => /<\w|&\w+;/.test(text))).toEqual([]);
  });
});

describe("the checks of the ledger", () => {
  it.each(LOCALES)(
    "each check of the ledger has its sentence in %s, and no sentence is left over",
    (locale) => {
      const checks = globSync("db/checks/*/*.sql").map((path) => basename(path, ".sql"));
      expect(Object.keys(TEXTS[locale].checks).sort()).toEqual(checks.sort());
      expect([...LEDGER_CHECKS].sort()).toEqual(checks);
    },
  );
});

describe("the keys", () => {
  it("the text keys that the code asks for are there", () => {
    const called = listCalledKeys();
    expect(called.length).toBeGreaterThan(80);
    const missing = called.filter((each) => {
      const names = each.areas.map((area) => `${area}:${each.key}`);
      return !names.some((name) => (each.isDynamic ? name in DYNAMIC : keys.has(name)));
    });
    expect(missing.map((each) => `${each.file}: ${each.areas.join("|")}:${each.key}`)).toEqual([]);
  });

  it("the text keys that are put together at run time are there, in all their possible forms", () => {
    const missing = Object.entries(DYNAMIC).flatMap(([pattern, values]) =>
      values.map((value) => pattern.replace("*", value)).filter((key) => !keys.has(key)),
    );
    expect(missing).toEqual([]);
  });

  it("the text keys of errors that a form or a rule names are there", () => {
    const forms = listCode("app").filter((file) => !file.name.startsWith("app/sandbox-provider/"));
    const named = forms.flatMap((file) =>
      [...file.text.matchAll(/["'`]errors\.([\w.]+)["'`]/g)].map((match) => ({
        file: file.name,
        key: `errors:${match[1]}`,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((each) => !keys.has(each.key))).toEqual([]);
  });

  it("the text keys are all asked for somewhere", () => {
    const asked = new Set<string>();
    for (const { areas, key, isDynamic } of listAskedKeys()) {
      for (const area of areas) {
        const name = `${area}:${key}`;
        if (!isDynamic) asked.add(name);
        for (const value of DYNAMIC[name] ?? []) asked.add(name.replace("*", value));
      }
    }
    expect([...keys].filter((key) => !asked.has(key))).toEqual([]);
  });
});
