import type { Locale } from "../../locales/index.ts";
import { TEXTS } from "../../locales/texts.ts";
import { listCode, type SourceFile, withoutComments } from "../../scripts/source-files.ts";

/** The texts of a language by their full key, "tip:amount.question". */
export function textsOf(locale: Locale): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (prefix: string, value: unknown): void => {
    if (typeof value === "string") texts.set(prefix, value);
    else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) collect(`${prefix}.${name}`, inner);
    }
  };
  for (const [area, inner] of Object.entries(TEXTS[locale])) {
    for (const [name, value] of Object.entries(inner)) collect(`${area}:${name}`, value);
  }
  return texts;
}

/** "tip:amount.more" for "tip:amount.more_one": what the code asks for. */
export function withoutPlural(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, "");
}

/** A key that the code asks for: the areas that it may stand in, and the key; `${}` stands as "*". */
export interface AskedKey {
  file: string;
  areas: string[];
  key: string;
  isDynamic: boolean;
}

const AREA_NAMES = new Set(Object.keys(TEXTS.en));

/** All that a file could ask for: every text between quotes, with the areas that the file speaks in. */
export function listAskedKeys(): AskedKey[] {
  return listCode("app").flatMap((file) => {
    const areas = areasOf(file);
    const code = withoutComments(file.text);
    const quoted = [...code.matchAll(/"([^"\\\n]*)"/g)].map((match) => ({
      text: match[1] ?? "",
      isDynamic: false,
    }));
    const templates = [...code.matchAll(/`([^`]+)`/g)].map((match) => ({
      text: match[1] ?? "",
      isDynamic: true,
    }));
    return [...quoted, ...templates].map(({ text, isDynamic }) => {
      const [, area = "", key = ""] = /^(\w+)[:.](.+)$/s.exec(text) ?? [];
      const isError = area === "errors" && !areas.includes("sandbox");
      const isNamed = AREA_NAMES.has(area) && (text[area.length] === ":" || isError);
      const asked = isNamed ? { areas: [area], key } : { areas, key: text };
      return { file: file.name, ...asked, key: asked.key.replace(/\$\{[^}]*\}/g, "*"), isDynamic };
    });
  });
}

/** Keys that are certainly asked for, as the only argument or as one of two: t("a.b"), t(x ? "a.b" : "c.d"). */
export function listCalledKeys(): AskedKey[] {
  return listCode("app").flatMap((file) => {
    const areas = areasOf(file);
    const code = withoutComments(file.text);
    const names = ["t", ...[...code.matchAll(/\{\s*t:\s*(\w+)\s*\}/g)].map((match) => match[1] ?? "")];
    const call = new RegExp(
      `(?<![\\w.])(?:${names.join("|")})\\(\\s*([^()]*?(?:\\([^()]*\\)[^()]*?)*?)\\s*[,)]`,
      "g",
    );
    return [...code.matchAll(call)].flatMap((match) =>
      literalsOf(match[1] ?? "").map((each) => asked(file, areas, each)),
    );
  });
}

/** The texts that an argument may come out as: a literal, a template, or the two ends of a choice. */
function literalsOf(argument: string): string[] {
  if (/^(["`])[^"`]*\1$/.test(argument)) return [argument];
  return [...argument.matchAll(/[?:]\s*("[^"]*"|`[^`]*`)/g)].map((match) => match[1] ?? "");
}

function asked(file: SourceFile, areas: string[], literal: string): AskedKey {
  const text = literal.slice(1, -1);
  const [, area = "", key = ""] = /^(\w+):(.+)$/s.exec(text) ?? [];
  const isDynamic = literal.startsWith("`");
  const starred = (each: string) => each.replace(/\$\{[^}]*\}/g, "*");
  if (AREA_NAMES.has(area)) return { file: file.name, areas: [area], key: starred(key), isDynamic };
  return { file: file.name, areas, key: starred(text), isDynamic };
}

/** The areas whose texts a file takes without naming them: what it opens, or what is opened for it. */
function areasOf(file: SourceFile): string[] {
  if (/^app\/(sandbox-provider|routes\/sandbox)\//.test(file.name)) return ["sandbox"];
  if (file.name.startsWith("app/mail/templates/")) return ["mail"];
  const opened = [
    ...file.text.matchAll(
      /use(?:Texts|Translation)\("(\w+)"\)|(?:getFixedT|getTexts|textsIn)\([^,)]+,\s*"(\w+)"[,)]|TFunction<"(\w+)">/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  const isCommon = /use(?:Texts|Translation)\(\)|getI18n\(context\)/.test(file.text);
  const isError = file.text.includes("useErrorText(");
  return [...new Set([...opened, ...(isCommon ? ["common"] : []), ...(isError ? ["errors"] : [])])];
}

/** The values that a text names, in the order of the alphabet: "count", "rule.age". */
export function variables(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1] ?? "").sort();
}
