import { TOP_LEVEL_DOMAINS } from "./top-level-domains.ts";

/** Links that are known by how they begin or end, however they stand in the text. */
const PLAIN =
  /\bhttps?:[\\/]|\b[a-z][a-z0-9+-]{1,9}:\/\/|\b(?:\d{1,3}\.){3}\d{1,3}\b|\bwww\.|\b[a-z0-9-]{2,}\.(?:com|de|net|org|io|me|gg|tv|xyz|info|biz|ru|at|ch|co|app|link)\b|\b[a-z0-9]\.(?:com|net|org)\b/i;

/** An address of mail: what stands behind the @ is somebody's host. */
const MAIL = /[\p{L}\p{N}]@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u;

/** "example [.] com", "example (dot) com": nobody writes so who means no link. */
const BRACKETED_DOT = /\s*[[({<]\s*(?:\.|dot|punkt)\s*[\])}>]\s*/gi;
const SPOKEN = /[\p{L}\p{N}]\s+(?:dot\s+|punkt\s+|\.\s*)(?:com|net|org|de)(?![\p{L}\p{N}])/iu;

/** Words with dots in between and no space, and whether something follows as it follows a host. */
const DOTTED =
  /(?<![\p{L}\p{N}.-])((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}{2,63})(?![\p{L}\p{N}-])([/?#]|:\d)?/gu;

/** Endings that are words, too: after a full stop without a space ("danke.so schön") they make no link. */
const WORDS = new Set(
  "all am art as be best by cool day do es fan fun here how im in is ist it jetzt la life live love man med mit my new news no now one plus pro ps re red run sa save se show si so team tips to today top uno us vet vg vote win work world wow you zero".split(
    " ",
  ),
);

/** Names of software that look like hosts. */
const PRODUCTS = /\b(?:asp|ado|vb)\.net\b(?![/?#:])/gi;

/**
 * Whether a text holds a link, with or without its "https://". What a person looks at later is given the benefit of the
 * doubt where a full stop lacks its space; `isStrict` gives it only to a word with a capital letter.
 */
export function hasLink(given: string, isStrict = false): boolean {
  // Browsers take the full stop of Chinese and Japanese for a dot.
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
    // "Danke.Es war toll", "Danke.Du/ihr seid toll": with a capital letter a sentence begins, and no name ends.
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
