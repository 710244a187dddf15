import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInstance, type TFunction } from "i18next";
import { i18nSettings } from "../../locales/i18n.ts";
import { LANGUAGES } from "../../locales/index.ts";
import type { Language } from "../../locales/language.ts";
import { ruleNumbers } from "../../locales/rule-numbers.ts";
import { NAMESPACES } from "./database/namespaces.ts";

/** The code of a language that is made up: English with an accent on every letter, and longer by 40 %. */
export const MADE_UP = "eo";

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = [..."àḃçđéḟĝĥíĵķļḿñöṕǫŕšţüṽŵẋýžÀḂÇĐÉḞĜĤÍĴĶĻḾÑÖṔǪŔŠŢÜṼŴẊÝŽ"];
const LONGER = 0.4;

const LANGUAGE = {
  ...LANGUAGES.en,
  name: accent(LANGUAGES.en.name),
  zone: accent(LANGUAGES.en.zone),
  texts: accentAll(LANGUAGES.en.texts),
} satisfies Language;

/** Adds it to a checkout as anybody adds a language: a folder, and a line in the list. */
export function addMadeUpLanguage(checkout: string): void {
  const folder = path.join(checkout, "locales", MADE_UP);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "index.ts"), `export default ${JSON.stringify(LANGUAGE)} as const;\n`);
  const line = `export { default as ${MADE_UP} } from "./${MADE_UP}/index.ts";\n`;
  appendFileSync(path.join(checkout, "locales/languages.ts"), line);
}

/** Its texts, to find things by what they are called. */
export function madeUpTexts(): TFunction<typeof NAMESPACES> {
  const instance = createInstance();
  void instance.init({
    ...i18nSettings,
    lng: MADE_UP,
    supportedLngs: [MADE_UP],
    resources: { [MADE_UP]: LANGUAGE.texts },
    interpolation: { ...i18nSettings.interpolation, defaultVariables: { rule: ruleNumbers(LANGUAGE.tag) } },
  });
  return instance.getFixedT(MADE_UP, NAMESPACES);
}

function accentAll<Texts>(texts: Texts): Texts;
function accentAll(texts: unknown): unknown {
  if (typeof texts === "string") return longer(texts);
  if (typeof texts !== "object" || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, inner]) => [name, accentAll(inner)]));
}

/** "Log in" → "Ļöĝ íñ Ļöĝ": as many letters more as a wordier language would have. */
function longer(text: string): string {
  const own = text.replace(/\{\{[^}]*\}\}/g, "").trim();
  const more = accent(own.slice(0, Math.ceil(own.length * LONGER))).trim();
  const said = text.split(/(\{\{[^}]*\}\})/).map((part) => (part.startsWith("{{") ? part : accent(part)));
  return `${said.join("")} ${more}`.trim();
}

function accent(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
}
