/** Which letters a PDF can show, and in which of its fonts. */

/** What the document's own font has of Latin, Greek and Cyrillic, punctuation, and the signs of currencies. */
const WRITABLE = new RegExp(
  `^[${[
    ...[" -~", "\u00a0-\u00ac", "\u00ae-\u017f", "ƠơƯư", "\u01cd-\u01dc", "\u01fa-\u01ff", "\u0218-\u021b"],
    ...["ʻʼ", "\u1e80-\u1e85", "ẞ", "\u1ea0-\u1ef9"],
    ...["\u0384-\u038a", "Ό", "\u038e-\u03a1", "\u03a3-\u03ce"],
    ...["\u0400-\u045f", "\u0490-\u04c2", "\u04cf-\u04d9", "\u04dc-\u04e9", "\u04ee-\u04f9"],
    ...["\u2010-\u2015", "‘’‚“”„†‡•…‰′″‹›⁄€₴₺₽₿№™−"],
  ].join("")}]$`,
);

/** A font for what the document's own does not have; only those that a text needs are read. */
interface FallbackFont {
  file: string;
  /** How a character begins that is drawn with it. */
  begins: RegExp;
}

/** Adding a script is one package and one name. */
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

/** A part of a text in one font; null is the document's own. */
export interface LetterRun {
  text: string;
  font: FallbackFont | null;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text's characters as a person counts them, each with its marks. */
export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A printable text, part by part, each as long as one font goes on; the blanks between two of its words are the font's. */
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
 * A text in the letters that there are fonts for: "Łukasz", "Олексій" and "张伟" stay as they are. Accents beyond them are
 * left away; letters of scripts without a font are question marks.
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
  // Wide, joined and pointed letters come apart into plain ones and their marks.
  const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain !== "" && [...plain].every((each) => WRITABLE.test(each)) ? plain : "?";
}
