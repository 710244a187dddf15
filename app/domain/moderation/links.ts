import { TOP_LEVEL_DOMAINS } from "./top-level-domains.ts";

/** Links that are known by how they begin or end, however they stand in the text. */
const PLAIN =
  /\bhttps?:\/\/|\bwww\.|\b[a-z0-9-]{2,}\.(?:com|de|net|org|io|me|gg|tv|xyz|info|biz|ru|at|ch|co|app|link)\b/i;

/** Words with dots in between and no space, and whether something follows as it follows a host. */
const DOTTED =
  /(?<![\p{L}\p{N}.-])((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}{2,63})(?![\p{L}\p{N}-])([/?#]|:\d)?/gu;

/** Endings that are words, too: after a full stop without a space ("danke.so schön") they make no link. */
const WORDS = new Set(
  "all am art as be best by cool day do es fan fun here how im in is it jetzt la life live love man med my new news no now one plus pro re red run sa save se show si so team tips to today top uno us vet vote win work world wow you zero".split(
    " ",
  ),
);

/** Whether a text holds a link, with or without its "https://". */
export function hasLink(text: string): boolean {
  return PLAIN.test(text) || [...text.matchAll(DOTTED)].some(isHost);
}

function isHost([, host = "", following]: RegExpMatchArray): boolean {
  const labels = host.split(".");
  return labels.some((label, index) => {
    const before = labels[index - 1];
    const isLatin = /\p{Script=Latin}/u.test(label);
    if (before === undefined || (isLatin && !TOP_LEVEL_DOMAINS.has(label.toLowerCase()))) return false;
    // "Danke.Es war toll": with a capital letter a sentence begins, and no name ends.
    if (label !== label.toLowerCase() && host !== host.toUpperCase()) return false;
    if (following !== undefined && index === labels.length - 1) return true;
    if (!isLatin || [...before].length < 2) return false;
    return !WORDS.has(label.toLowerCase()) || index > 1 || /[\d-]/.test(before);
  });
}
