import type { i18n, TFunction, TypeOptions } from "i18next";

export type Area = keyof TypeOptions["resources"];

const opened = new WeakMap<i18n, Map<Area, TFunction<Area>>>();

/**
 * The texts of an area, as i18next says them, which alone would take a tenth of a page's time. A text without values is
 * the same every time; one with values is cut once where they stand. Plurals, texts within texts and all else is left to
 * i18next.
 */
export function quickTexts<Name extends Area>(instance: i18n, area: Name): TFunction<Name>;
export function quickTexts(instance: i18n, area: Area): TFunction<Area> {
  const areas = opened.get(instance) ?? new Map<Area, TFunction<Area>>();
  opened.set(instance, areas);
  const texts = areas.get(area) ?? openArea(instance, area);
  areas.set(area, texts);
  return texts;
}

/** Whether the texts of an area are there; a browser loads them when a page first asks for them. */
export function hasTexts(instance: i18n, area: Area): boolean {
  return opened.get(instance)?.has(area) || instance.hasResourceBundle(instance.language, area);
}

function openArea(instance: i18n, area: Area): TFunction<Area> {
  const { brand } = instance.options.interpolation?.defaultVariables ?? {};
  const said = new Map<unknown, unknown>();
  const cut = new Map<string, Parts | null>();
  const partsOf = (key: string) => {
    const known = cut.get(key);
    if (known !== undefined) return known;
    const text: unknown = instance.getResource(instance.language, area, key);
    const parts = cutText(typeof text === "string" ? text.replaceAll("{{brand}}", brand) : text);
    cut.set(key, parts);
    return parts;
  };
  return new Proxy(instance.getFixedT(instance.language, area), {
    apply(target, self, args: unknown[]) {
      const [key, values] = args;
      if (values === undefined) {
        if (!said.has(key)) said.set(key, Reflect.apply(target, self, args));
        return said.get(key);
      }
      const parts = typeof key === "string" ? partsOf(key) : null;
      return (parts && fill(parts, values)) ?? Reflect.apply(target, self, args);
    },
  });
}

/** "Step {{step}} of {{steps}}" as "Step ", "step", " of ", "steps", "": at every second place the name of a value. */
type Parts = readonly string[];

/** Null for what is no text, or has more in it than plain values. */
function cutText(text: unknown): Parts | null {
  if (typeof text !== "string" || text.includes("$t(")) return null;
  const parts = text.split(/\{\{(\w+)\}\}/);
  return parts.some((part) => part.includes("{{")) ? null : parts;
}

/** Null where a value is missing, or one means more to i18next than what it says. */
function fill(parts: Parts, values: unknown): string | null {
  if (typeof values !== "object" || values === null || "count" in values || "context" in values) return null;
  const given = new Map<string, unknown>(Object.entries(values));
  let text = "";
  for (const [at, part] of parts.entries()) {
    const said = at % 2 === 0 ? part : given.get(part);
    if (typeof said !== "string" && typeof said !== "number") return null;
    text += said;
  }
  return text;
}
