import { DEFAULT_LOCALE, LOCALES } from "../../../locales/index.ts";
import { textOf } from "../../../locales/text-of.ts";

const TYPES = { string: 3, user: 6 } as const;
const IN_SERVERS = { contexts: [0], integration_types: [0] };
const RANGES = { month: "month", "30days": "days", day: "day" } as const;

/** In all our languages, as Discord keeps them (docs/product.md, 9.17). */
export function botCommands() {
  const creator = { ...option("creator"), type: TYPES.string, max_length: 80 };
  const member = { ...option("member"), type: TYPES.user };
  const amount = { ...option("amount"), type: TYPES.string, max_length: 12 };
  const choices = Object.entries(RANGES).map(([value, name]) => ({
    value,
    ...nameOf(`chatBot:commands.ranges.${name}`),
  }));
  return [
    { ...command("tip"), options: [creator, member, amount] },
    { ...command("leaderboard"), options: [{ ...option("range"), type: TYPES.string, choices }] },
    { ...command("profile"), options: [creator, member] },
    { ...command("link"), options: [] },
  ];
}

function command(name: "tip" | "leaderboard" | "profile" | "link") {
  const description = descriptionOf(`chatBot:commands.${name}.description`);
  return { ...nameOf(`chatBot:commands.${name}.name`), ...description, ...IN_SERVERS };
}

function option(name: "creator" | "member" | "amount" | "range") {
  const description = descriptionOf(`chatBot:commands.options.${name}.description`);
  return { ...nameOf(`chatBot:commands.options.${name}.name`), ...description };
}

function nameOf(key: string) {
  return { name: textOf(DEFAULT_LOCALE, key), name_localizations: elsewhere(key) };
}

function descriptionOf(key: string) {
  return { description: textOf(DEFAULT_LOCALE, key), description_localizations: elsewhere(key) };
}

function elsewhere(key: string): Record<string, string> {
  const others = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);
  return Object.fromEntries(others.map((locale) => [locale, textOf(locale, key)]));
}
