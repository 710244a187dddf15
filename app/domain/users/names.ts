import blacklist from "the-big-username-blacklist";
import { productRules } from "../../product-rules.ts";

/** The rules of names (docs/product.md, 6.5). */
const { characters_minimum, characters_maximum } = productRules.username;
/** What stands between the first character and the last. */
const inside = `{${characters_minimum - 2},${characters_maximum - 2}}`;
const USERNAME = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]${inside}[A-Za-z0-9]$`);
const DISPLAY_NAME = new RegExp(`^[A-Za-zÄÖÜäöüß0-9][A-Za-zÄÖÜäöüß0-9._ -]${inside}[A-Za-zÄÖÜäöüß0-9]$`);

/** Endings that the server answers itself, or that React Router uses for its own requests (docs/product.md, 6.5). */
const FILE_ENDING =
  /\.(data|rss|xml|json|txt|html?|css|js|mjs|map|png|jpe?g|gif|webp|avif|svg|ico|pdf|webmanifest|br|gz)$/i;

/** 3 to 25 characters, ASCII letters and digits at both ends, also dot, hyphen and underscore in the middle. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text) && !FILE_ENDING.test(text);
}

/** Words that would look like us, beyond those that services keep for themselves. */
const OURS = new Set([
  ...["admin", "api", "embed", "feed", "gl", "oembed", "operator", "overlay", "support", "tribute"],
]);

/** True for a username that nobody may take: ours, a service's, or the beginning of one of our addresses. */
export function isReservedUsername(username: string, addresses: ReadonlySet<string>): boolean {
  const name = username.toLowerCase();
  return OURS.has(name) || addresses.has(name) || !blacklist.validate(name);
}

/** 3 to 25 characters, letters, digits, German umlauts and ß at both ends, also dot, hyphen, underscore and space inside. */
export function isDisplayName(text: string): boolean {
  return DISPLAY_NAME.test(text);
}

/** Up to two initials for an avatar without a picture: "Jördis Kessler" → "JK". */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
