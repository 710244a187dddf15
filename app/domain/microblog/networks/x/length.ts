/** What X counts for any address, whatever its length. */
const ADDRESS_LENGTH = 23;
const ADDRESS = /https?:\/\/\S+/g;

/** Ranges that count as one; all other characters count as two. */
const LIGHT: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];

/** The weighted length of a post, of which X takes 280: addresses 23, emoji and wide letters 2. */
export function weightedLength(text: string): number {
  const addresses = text.match(ADDRESS)?.length ?? 0;
  const rest = text.replace(ADDRESS, "").normalize("NFC");
  const letters = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(rest);
  let length = addresses * ADDRESS_LENGTH;
  for (const { segment } of letters) length += weightOf(segment);
  return length;
}

function weightOf(letter: string): number {
  if (/\p{Extended_Pictographic}/u.test(letter)) return 2;
  const points = [...letter].map((each) => each.codePointAt(0) ?? 0);
  return points.reduce((sum, point) => sum + (isLight(point) ? 1 : 2), 0);
}

function isLight(point: number): boolean {
  return LIGHT.some(([from, upto]) => point >= from && point <= upto);
}

/** Whether X charges a post as one with an address. */
export function hasAddress(text: string): boolean {
  return text.search(ADDRESS) >= 0;
}
