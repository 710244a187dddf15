import { describe, expect, it } from "vitest";
import { PAYMENT_TYPES } from "../../app/domain/payments/provider-port.ts";
import { LOCALES } from "../../locales/index.ts";
import { listCode } from "../support/source-files.ts";
import { listAskedKeys, listCalledKeys, textsOf, withoutPlural } from "../support/text-keys.ts";

const texts = { en: textsOf("en"), de: textsOf("de") };
const keys = new Set([...texts.en.keys()].map(withoutPlural));

/** The errors that have texts of their own. */
const STATUSES = ["400", "403", "404", "405", "410", "413", "429", "500", "503"];

/** Keys that are put together while the program runs, and all that they come out as. */
const DYNAMIC: Record<string, readonly string[]> = {
  "errors:image.*": ["file_format", "file_size"],
  "home:values.*.title": ["whole", "light", "proof"],
  "home:values.*.text": ["whole", "light", "proof"],
  "home:voices.*": ["creator", "fan"],
  "tip:payment.types.*.name": PAYMENT_TYPES,
  "tip:payment.types.*.help": PAYMENT_TYPES,
  "tip:summary.*": ["changed", "unavailable"],
  "common:error.s*.title": STATUSES,
  "common:error.s*.subtitle": STATUSES,
  "common:error.s*.text": STATUSES,
  "result:ended.*Heading": ["refunded", "chargeback"],
  "result:ended.*Text": ["refunded", "chargeback"],
  "result:failed.reasons.*": ["cancelled", "declined", "expired", "error"],
};

const variables = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]).sort();

describe("the texts", () => {
  it("are the same in both languages, plural forms included", () => {
    expect([...texts.de.keys()].sort()).toEqual([...texts.en.keys()].sort());
  });

  it("have every plural form that the language knows", () => {
    for (const locale of LOCALES) {
      const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      const plurals = [...texts[locale].keys()].filter((key) => withoutPlural(key) !== key);
      for (const key of plurals.map(withoutPlural)) {
        for (const category of categories)
          expect(texts[locale].has(`${key}_${category}`), `${locale} ${key}_${category}`).toBe(true);
      }
    }
  });

  it("all say something, without space at their ends", () => {
    for (const locale of LOCALES) {
      const poor = [...texts[locale]].filter(([, text]) => text.trim() === "" || text !== text.trim());
      expect(poor).toEqual([]);
    }
  });

  it("speak of the same things: each names the same values in both languages", () => {
    const different = [...texts.en].flatMap(([key, text]) => {
      const german = texts.de.get(key) ?? "";
      return JSON.stringify(variables(text)) === JSON.stringify(variables(german))
        ? []
        : [`${key}: ${text} / ${german}`];
    });
    expect(different).toEqual([]);
  });

  it("in German have German quotation marks and real apostrophes", () => {
    expect([...texts.de].filter(([, text]) => /["'`´]|“[^“„]*”/.test(text))).toEqual([]);
  });

  it("have no HTML in them", () => {
    for (const locale of LOCALES)
      expect([...texts[locale]].filter(([, text]) => /<\w|&\w+;/.test(text))).toEqual([]);
  });
});

describe("the keys", () => {
  it("that the code asks for are there", () => {
    const called = listCalledKeys();
    expect(called.length).toBeGreaterThan(80);
    const missing = called.filter((each) => {
      const names = each.areas.map((area) => `${area}:${each.key}`);
      return !names.some((name) => (each.isDynamic ? name in DYNAMIC : keys.has(name)));
    });
    expect(missing.map((each) => `${each.file}: ${each.areas.join("|")}:${each.key}`)).toEqual([]);
  });

  it("that are put together at run time are there, all that they may come out as", () => {
    const missing = Object.entries(DYNAMIC).flatMap(([pattern, values]) =>
      values.map((value) => pattern.replace("*", value)).filter((key) => !keys.has(key)),
    );
    expect(missing).toEqual([]);
  });

  it("of errors that a form or a rule names are there", () => {
    const forms = listCode("app").filter((file) => !file.name.startsWith("app/sandbox/"));
    const named = forms.flatMap((file) =>
      [...file.text.matchAll(/["'`]errors\.([\w.]+)["'`]/g)].map((match) => ({
        file: file.name,
        key: `errors:${match[1]}`,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((each) => !keys.has(each.key))).toEqual([]);
  });

  it("are all asked for somewhere", () => {
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
