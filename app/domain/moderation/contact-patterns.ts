import { createHash } from "node:crypto";
import { getCountrySpecifications, isValidIBAN } from "ibantools";
import { TOP_LEVEL_DOMAINS } from "./top-level-domains.ts";

const LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars]],
  ),
);

/** Look-alike capitals above their Latin twins. */
const TWINS = ["АВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABCEHIJKMOPSTXABEZHIKMNOPTYX"] as const;
const TWIN = new RegExp(`[${TWINS[0]}]`, "g");

/** In any case and spacing; length and check digits decide. */
export function hasIban(text: string): boolean {
  const joined = text
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase()
    .replace(TWIN, (letter) => TWINS[1][TWINS[0].indexOf(letter)] ?? letter);
  return [...joined.matchAll(/(?=([A-Z]{2})\d\d)/g)].some(({ index, 1: country = "" }) => {
    const length = LENGTHS.get(country);
    return length !== undefined && isValidIBAN(joined.slice(index, index + length));
  });
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Bitcoin or Ethereum, in any spacing; check digits decide. */
export function hasWallet(text: string): boolean {
  const joined = text.replace(/[^A-Za-z0-9]/g, "");
  if (/0x[0-9a-f]{40}/i.test(joined)) return true;
  const small = joined.toLowerCase();
  return (
    [...joined.matchAll(/[13]/g)].some(({ index }) => startsWithBase58(joined.slice(index, index + 35))) ||
    [...small.matchAll(/bc1/g)].some(({ index }) => startsWithBech32(small.slice(index, index + 62)))
  );
}

function startsWithBase58(text: string): boolean {
  const letters = /^[1-9A-HJ-NP-Za-km-z]*/.exec(text)?.[0] ?? "";
  for (let length = 26; length <= letters.length; length += 1)
    if (isBase58Check(letters.slice(0, length))) return true;
  return false;
}

function isBase58Check(text: string): boolean {
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const hex = value.toString(16);
  if (hex.length > 50) return false;
  const bytes = Buffer.from(hex.padStart(50, "0"), "hex");
  const hash = (data: Buffer) => createHash("sha256").update(data).digest();
  return hash(hash(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

/** Bech32 and Bech32m differ in the final constant. */
function startsWithBech32(text: string): boolean {
  return [42, 62].some((length) => text.length >= length && isBech32(text.slice(3, length)));
}

function isBech32(letters: string): boolean {
  let sum = 1;
  for (const value of [3, 3, 0, 2, 3, ...[...letters].map((letter) => BECH32.indexOf(letter))]) {
    if (value < 0) return false;
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, part] of GENERATOR.entries()) if ((top >>> bit) & 1) sum ^= part;
  }
  return sum === 1 || sum === 0x2bc830a3;
}

const PLAIN =
  /\bhttps?:[\\/]|\b[a-z][a-z0-9+-]{1,9}:\/\/|\b(?:\d{1,3}\.){3}\d{1,3}\b|\bwww\.|\b[a-z0-9-]{2,}\.(?:com|de|net|org|io|me|gg|tv|xyz|info|biz|ru|at|ch|co|app|link)\b|\b[a-z0-9]\.(?:com|net|org)\b/i;

const MAIL = /[\p{L}\p{N}]@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u;

/** "example [.] com", "example (dot) com". */
const BRACKETED_DOT = /\s*[[({<]\s*(?:\.|dot|punkt)\s*[\])}>]\s*/gi;
const SPOKEN = /[\p{L}\p{N}]\s+(?:dot\s+|punkt\s+|\.\s*)(?:com|net|org|de)(?![\p{L}\p{N}])/iu;

const DOTTED =
  /(?<![\p{L}\p{N}.-])((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}{2,63})(?![\p{L}\p{N}-])([/?#]|:\d)?/gu;

/** Endings that are words: "danke.so schön" is no link. */
const WORDS = new Set(
  "all am art as be best by cool day do es fan fun here how im in is ist it jetzt la life live love man med mit my new news no now one plus pro ps re red run sa save se show si so team tips to today top uno us vet vg vote win work world wow you zero".split(
    " ",
  ),
);

const PRODUCTS = /\b(?:asp|ado|vb)\.net\b(?![/?#:])/gi;

/** Doubtful full stops count only with `isStrict`, unless a capital letter follows. */
export function hasLink(given: string, isStrict = false): boolean {
  // Browsers take CJK full stops for dots.
  const text = given.replace(/[。｡]/g, ".").replace(BRACKETED_DOT, ".").replace(PRODUCTS, " ");
  return (
    [PLAIN, MAIL, SPOKEN].some((link) => link.test(text)) ||
    [...text.matchAll(DOTTED)].some((match) => isHost(match, isStrict))
  );
}

function isHost([, host = "", following]: RegExpMatchArray, isStrict: boolean): boolean {
  const labels = host.split(".");
  return labels.some((label, index) => {
    const before = labels[index - 1];
    const isLatin = /\p{Script=Latin}/u.test(label);
    const isWord = WORDS.has(label.toLowerCase());
    if (before === undefined || (isLatin && !TOP_LEVEL_DOMAINS.has(label.toLowerCase()))) return false;
    const isSentence =
      /^\p{Lu}\p{Ll}*$/u.test(label) &&
      host !== host.toUpperCase() &&
      [...before].length > 1 &&
      !/[\d-]/.test(before);
    if (isSentence && (!isStrict || (isWord && following === undefined))) return false;
    if (following !== undefined && index === labels.length - 1) return true;
    if (isStrict) return true;
    if (!isLatin || [...before].length < 2) return false;
    return !isWord || index > 1 || /[\d-]/.test(before);
  });
}
