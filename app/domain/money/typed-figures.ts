interface TypedFigures {
  units: string;
  decimals: string;
  currency: string | null;
}

const SIGN = String.raw`\p{Sc}|us\$|a\$|c\$|ca\$|au\$|nz\$|hk\$`;
const AMOUNT = new RegExp(
  `^(${SIGN}|\\p{L}+\\.?)? ?([\\d.,' ]*\\d[.,]?(?: ?-{1,2})?) ?(${SIGN}|\\p{L}+\\.?)?$`,
  "u",
);

const NUMBERS = {
  ".": /^(\d{1,3}(?:([, '])\d{3})(?:\2\d{3})*|\d{1,9})(?:\.(\d{0,30}))?$/,
  ",": /^(\d{1,3}(?:([. '])\d{3})(?:\2\d{3})*|\d{1,9})(?:,(\d{0,30}))?$/,
} as const;

/** A point beside a comma: "5.00", "1'000.50". */
const POINT_BESIDE_COMMA = /^(\d{1,3}(?:([ '])\d{3})(?:\2\d{3})*|\d{1,9})(?:\.(\d{0,30}))?$/;

const AMBIGUOUS = /^\d{1,3}\.\d{3}$/;

/** Any script, groups, "5,-" and a currency. */
export function readFigures(text: string, decimalMark: string): TypedFigures | null {
  // "10²" is no "102".
  if (/\p{No}/u.test(text)) return null;
  const match = AMOUNT.exec(plainFigures(text));
  const [, before, number = "", behind] = match ?? [];
  if (!match || (before && behind)) return null;
  // "5,-" and "5.-" have no decimals; "5-" is invalid.
  const figures = number.replace(/[.,] ?-{1,2}$/, decimalMark);
  if (figures.endsWith("-")) return null;
  const found = decimalMark === "," ? readWithComma(figures) : NUMBERS["."].exec(figures);
  if (!found) return null;
  const units = (found[1] ?? "").replace(/\D/g, "");
  if (units.length > 9) return null;
  return { units, decimals: found[3] ?? "", currency: before ?? behind ?? null };
}

function readWithComma(figures: string): RegExpExecArray | null {
  if (AMBIGUOUS.test(figures)) return null;
  return NUMBERS[","].exec(figures) ?? POINT_BESIDE_COMMA.exec(figures);
}

function plainFigures(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, latinDigit)
    .replaceAll("٫", ".")
    .replaceAll("٬", "'")
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[\p{Pd}−]/gu, "-")
    .replace(/[\u061C\u200E\u200F\u2066-\u2069]/g, "")
    .replace(/[\p{Zs}\t]+/gu, " ")
    .trim()
    .toLowerCase();
}

export function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

const SIGNS = new Map([
  ["€", "eur"],
  ["$", "usd"],
  ["us$", "usd"],
  ["£", "gbp"],
  ["¥", "jpy"],
  ...["a$", "au$"].map((sign) => [sign, "aud"] as const),
  ...["c$", "ca$"].map((sign) => [sign, "cad"] as const),
  ["nz$", "nzd"],
  ["hk$", "hkd"],
]);
const WORDS = new Map(
  [
    ["eur", "euro euros"],
    ["usd", "dollar dollars bucks"],
    ["gbp", "pound pounds quid pfund"],
    ["jpy", "yen"],
    ["chf", "franken francs sfr fr"],
  ].flatMap(([code = "", words = ""]) => words.split(" ").map((word) => [word, code] as const)),
);
const CODES = new Set(Intl.supportedValuesOf("currency"));

export function typedCurrency(typed: string): string | null {
  const name = typed.replace(/\.$/, "");
  const code = (SIGNS.get(name) ?? WORDS.get(name) ?? name).toUpperCase();
  if (CODES.has(code)) return code;
  return /^\p{Sc}$/u.test(name) ? "XXX" : null;
}
