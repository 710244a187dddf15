/** Latin, Greek, Cyrillic, punctuation and currencies. */
const WRITABLE = new RegExp(
  `^[${[
    ...[" -~", "\u00a0-\u00ac", "\u00ae-\u017f", "ƠơƯư", "\u01cd-\u01dc", "\u01fa-\u01ff", "\u0218-\u021b"],
    ...["ʻʼ", "\u1e80-\u1e85", "ẞ", "\u1ea0-\u1ef9"],
    ...["\u0384-\u038a", "Ό", "\u038e-\u03a1", "\u03a3-\u03ce"],
    ...["\u0400-\u045f", "\u0490-\u04c2", "\u04cf-\u04d9", "\u04dc-\u04e9", "\u04ee-\u04f9"],
    ...["\u2010-\u2015", "‘’‚“”„†‡•…‰′″‹›⁄€₴₺₽₿№™−"],
  ].join("")}]$`,
);

/** Loaded only for texts that need it. */
interface FallbackFont {
  file: string;
  begins: RegExp;
}

/** A new script is one package and one name. */
const NOTO_SCRIPTS = [
  ...["Adlam", "Arabic", "Armenian", "Balinese", "Bengali", "Canadian_Aboriginal", "Cham", "Cherokee"],
  ...["Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hanifi_Rohingya", "Hebrew", "Javanese"],
  ...["Kannada", "Khmer", "Lao", "Lisu", "Malayalam", "Mongolian", "Myanmar", "Ol_Chiki", "Oriya", "Sinhala"],
  ...["Syriac", "Tamil", "Telugu", "Thaana", "Thai", "Tifinagh", "Vai", "Yi"],
];

const noto = (script: string, family: string, kind: "sans" | "serif" = "sans"): FallbackFont => {
  const name = `Noto${kind === "sans" ? "Sans" : "Serif"}${family}`;
  return {
    file: `@expo-google-fonts/noto-${kind}-${script.toLowerCase().replace("_", "-")}/400Regular/${name}_400Regular.ttf`,
    begins: new RegExp(`^\\p{Script=${script}}`, "u"),
  };
};

const FALLBACK_FONTS: readonly FallbackFont[] = [
  {
    file: "@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf",
    begins: /^[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Bopomofo}\u3001-\u301f]/u,
  },
  {
    file: "@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf",
    begins: /^[\uac00-\ud7a3\u3131-\u318e]/u,
  },
  ...NOTO_SCRIPTS.map((script) => noto(script, script.replace("_", ""))),
  noto("Nko", "NKo"),
  noto("Tibetan", "Tibetan", "serif"),
  {
    file: "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
    begins: /^[\p{Extended_Pictographic}\p{RI}\p{EMod}]/u,
  },
];

export interface LetterRun {
  text: string;
  font: FallbackFont | null;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Spaces between words take the neighbouring font. */
export function runsOf(text: string): LetterRun[] {
  const runs: LetterRun[] = [];
  for (const character of charactersOf(text)) {
    const font = fontOf(character);
    const last = runs.at(-1);
    const beforeLast = runs.at(-2);
    if (last && last.font === font) last.text += character;
    else if (font && last && beforeLast?.font === font && /^[ \u00a0]+$/.test(last.text)) {
      beforeLast.text += last.text + character;
      runs.pop();
    } else runs.push({ text: character, font });
  }
  return runs;
}

function fontOf(character: string): FallbackFont | null {
  const [first = ""] = character;
  return WRITABLE.test(first) ? null : (FALLBACK_FONTS.find(({ begins }) => begins.test(character)) ?? null);
}

/**
 * Keeps "Łukasz", "Олексій" and "张伟"; drops unsupported accents, unsupported scripts become question marks.
 */
export function printable(text: string): string {
  const line = text.normalize("NFC").replace(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, " ");
  return charactersOf(line)
    .map((character) => (fontOf(character) ? character : [...character].map(inOwnFont).join("")))
    .join("");
}

function inOwnFont(letter: string): string {
  if (WRITABLE.test(letter)) return letter;
  if (/\p{Zs}/u.test(letter)) return "\u00a0";
  if (/[\p{Extended_Pictographic}\p{Cf}\p{M}\p{Sk}\p{RI}]/u.test(letter)) return "";
  // Decomposes compatibility forms.
  const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain !== "" && [...plain].every((each) => WRITABLE.test(each)) ? plain : "?";
}
