import blacklist from "the-big-username-blacklist";
import { productRules } from "../../product-rules.ts";
import { cleanLine } from "../typed-text.schema.ts";
import { charactersOf } from "./initials.ts";

const { characters_minimum, characters_maximum } = productRules.username;
const inside = `{${characters_minimum - 2},${characters_maximum - 2}}`;
const USERNAME = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]${inside}[A-Za-z0-9]$`);
const SIGN_OF_NAME = "(?:\\p{L}[\\p{Mn}\\p{Mc}\\u200c\\u200d]*|\\p{Nd})";
const DISPLAY_NAME = new RegExp(`^${SIGN_OF_NAME}(?:${SIGN_OF_NAME}|[._ '’·・-])*${SIGN_OF_NAME}$`, "u");
/** UTF-16 units: 25 letters with marks. */
const CODE_UNITS_MAXIMUM = 200;

/** Scripts with look-alikes are not mixed. */
const LOOK_ALIKES = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee"].map(letterOf);
const EAST_ASIAN = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]/u;
const OTHERS =
  "Arab Beng Deva Ethi Geor Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt"
    .split(" ")
    .map(letterOf);
/** With Latin look-alikes: alone only. */
const ALONE = "Mong Nkoo Syrc Olck Tfng Yiii Vaii Cans Bali Java Sund Lana Limb Cham Bugi Lisu Plrd Rohg Adlm"
  .split(" ")
  .map(letterOf);
const STROKES = "[\\p{Script=Bopomofo}\\uff66-\\uffdc丨丶丿亅乙一〇〡口囗工二卜ロエニトノ]";
const STROKE_BESIDE_LATIN = new RegExp(`\\p{Script=Latin}${STROKES}|${STROKES}\\p{Script=Latin}`, "u");
/** Hawaiian and Ukrainian apostrophes are letters. */
const APOSTROPHE_LETTER = /[ʻʼ]/u;

/** Endings of the server or React Router (docs/product.md, 6.5). */
const FILE_ENDING =
  /\.(data|rss|xml|json|txt|html?|css|js|mjs|map|png|jpe?g|gif|webp|avif|svg|ico|pdf|webmanifest|br|gz)$/i;

/** Inside also dot, hyphen and underscore. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text) && !FILE_ENDING.test(text);
}

const OURS = new Set([
  ...["admin", "api", "embed", "feed", "gl", "oembed", "operator", "overlay", "support", "tribute"],
]);

export function isReservedUsername(username: string, addresses: ReadonlySet<string>): boolean {
  const name = username.toLowerCase();
  return OURS.has(name) || addresses.has(name) || !blacklist.validate(name);
}

/** 3 to 25 graphemes; inside also dot, hyphen, underscore, apostrophe and space. */
export function isDisplayName(text: string): boolean {
  if (text.length > CODE_UNITS_MAXIMUM || cleanLine(text) !== text || !DISPLAY_NAME.test(text)) return false;
  const { length } = charactersOf(text);
  return length >= characters_minimum && length <= characters_maximum && isOfOneScript(text);
}

function isOfOneScript(text: string): boolean {
  const letters = [...text].filter((letter) => /\p{L}/u.test(letter) && !APOSTROPHE_LETTER.test(letter));
  const found = new Set(letters.map(scriptOf));
  if (found.has(null) || letters.some(isDisguised) || STROKE_BESIDE_LATIN.test(text)) return false;
  const alike = LOOK_ALIKES.filter((script) => letters.some((letter) => script.test(letter)));
  if (alike.length > 1) return false;
  const isLatin = LOOK_ALIKES[0] === alike[0];
  const isAlone = letters.some((letter) => ALONE.some((script) => script.test(letter)));
  return found.size <= (isLatin && !isAlone ? 2 : 1);
}

/** East Asia's scripts are one. */
function scriptOf(letter: string): number | null {
  if (EAST_ASIAN.test(letter)) return 0;
  const index = [...LOOK_ALIKES, ...OTHERS, ...ALONE].findIndex((script) => script.test(letter));
  return index === -1 ? null : index + 1;
}

function isDisguised(letter: string): boolean {
  return LOOK_ALIKES.some((script) => script.test(letter)) && letter.normalize("NFKC") !== letter;
}

function letterOf(script: string): RegExp {
  return new RegExp(`\\p{scx=${script}}`, "u");
}
