/** Words of people's names, folded as banks and people write them. */

/** Letters that come apart into no plain letter and a mark. */
const PLAIN: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ŧ: "t", ŋ: "n", ı: "i" },
  ...{ ĸ: "k", ς: "σ" },
};

/** How they and others are spelled where they do not exist, when they are not simply left plain. */
const SPELLED_OUT: Record<string, string> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", đ: "dj", ð: "dh" },
};

/** What stands before and after names, and what many leave out of them. */
const TITLES = new Set(
  "dr drs prof professor dipl ing med jur phil rer nat mag ma msc bsc mba phd herr frau hr fr mr mrs ms miss mme mlle sr sra jr sen jun".split(
    " ",
  ),
);
const PARTICLES = new Set(
  "von vom van de da di der den dem del della des do dos das du zu zum zur la le el al ibn bin ben ter ten af av".split(
    " ",
  ),
);

const APOSTROPHES = /['’ʼʻ`´]/gu;

/**
 * The words of a name in small letters, without titles and particles (unless it has no others). Letters keep their
 * marks: `closenessOf` folds them.
 */
export function wordsOf(name: string): string[] {
  const words = name
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC")
    .replace(APOSTROPHES, "")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
  const named = words.filter((word) => !TITLES.has(word));
  const bare = named.filter((word) => !PARTICLES.has(word));
  return [bare, named, words].find((each) => each.length > 0) ?? [];
}

/**
 * Whether two words are one name: the same in one of their spellings, or close: an initial, a short form, a slip of the
 * pen, or a vowel that lost its dots on the one side and was spelled out on the other.
 */
export function closenessOf(left: string, right: string): "same" | "close" | null {
  const [lefts, rights] = [spellings(left), spellings(right)];
  if (lefts.some((each) => rights.includes(each))) return "same";
  const [a = "", b = ""] = [lefts[0], rights[0]];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isShortForm = (short.length === 1 || short.length >= 3) && long.startsWith(short);
  if (isShortForm || bare(a) === bare(b)) return "close";
  return short.length >= 5 && isOneSlipApart(short, long) ? "close" : null;
}

/** Once with the dots left away, once with all spelled out. */
function spellings(word: string): string[] {
  const fold = (text: string) =>
    [...text]
      .map((letter) => PLAIN[letter] ?? letter)
      .join("")
      .normalize("NFKD")
      .replace(/\p{M}/gu, "");
  return [...new Set([fold(word), fold([...word].map((letter) => SPELLED_OUT[letter] ?? letter).join(""))])];
}

/** "mueller" and "muller" are "muller". */
function bare(word: string): string {
  return word
    .replace(/([aou])e/g, "$1")
    .replace(/aa/g, "a")
    .replace(/dj/g, "d")
    .replace(/ss/g, "s");
}

/** One letter more, less or other, or two neighbours changed over. */
function isOneSlipApart(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const isOther = short.slice(at + 1) === long.slice(at + 1);
  const isChangedOver =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isOther || isChangedOver;
}
