import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.ts";

/** Why a new password is refused: it is on the list of leaked ones, or says little but words of the own account. */
export type PasswordFault = "common" | "own";

/** The product's own name: the first that a guesser adds to a list. */
const PRODUCT = "tribute";
/** Digits or signs at either end change a word little; from so many letters on, what is between is a word. */
const ENDS_MAXIMUM = 4;
const WORD_LETTERS = 4;
/** Signs that are written for a letter, and letters that one sign is written for. */
const SPELLINGS: Record<string, string> = {
  ...{ "@": "a", "4": "a", "8": "b", "3": "e", "9": "g", "1": "i", "!": "i", "|": "i", l: "i", "0": "o" },
  ...{ $: "s", "5": "s", "7": "t", "+": "t", "2": "z" },
};
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

let leaked: Promise<ReadonlySet<string>> | null = null;

/**
 * Looks at a new password (docs/product.md, 6.1). `own` is what guessers know of its owner, such as address and names.
 * Nothing leaves the process: the list of leaked passwords is shipped (docs/security.md).
 */
export async function findPasswordFault(
  password: string,
  own: readonly string[],
): Promise<PasswordFault | null> {
  if (isMadeOf(password, [PRODUCT, ...own])) return "own";
  leaked ??= readLeakedPasswords();
  const list = await leaked;
  if (variantsOf(password.toLowerCase()).some((each) => list.has(each))) return "common";
  // The same few characters again and again.
  return /^(.{1,4}?)\1+$/su.test(password) ? "common" : null;
}

/** The same for somebody who has an account. */
export async function findPasswordFaultOf(
  db: Kysely<DB>,
  userId: string,
  password: string,
): Promise<PasswordFault | null> {
  const user = await db
    .selectFrom("users")
    .select(["email", "username", "name", "firstname", "lastname"])
    .where("id", "=", userId)
    .executeTakeFirst();
  const own = Object.values(user ?? {}).filter((each) => each !== null);
  return await findPasswordFault(password, own);
}

/** Read when the first password is chosen: the list takes megabytes, and most who come choose none. */
async function readLeakedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** A password as it may stand in the list: backwards, without its ends, and with letters for signs. */
function variantsOf(lower: string): string[] {
  return [lower, [...lower].reverse().join("")].flatMap((each) => {
    const core = /^[^\p{L}]*(.*?)[^\p{L}]*$/su.exec(each)?.[1] ?? "";
    const isWord = core.length >= WORD_LETTERS && each.length - core.length <= ENDS_MAXIMUM;
    return (isWord ? [each, core] : [each]).flatMap((word) => [word, ...spelledOut(word)]);
  });
}

function spelledOut(word: string): string[] {
  if (!/\p{L}/u.test(word)) return [];
  const letters = [...word].map((sign) => (sign === "l" ? sign : (SPELLINGS[sign] ?? sign))).join("");
  return [letters, [...letters].map((sign, at) => ("1!|".includes(word[at] ?? "") ? "l" : sign)).join("")];
}

/** Whether little is left of a password without these words, as they are or backwards. */
function isMadeOf(password: string, own: readonly string[]): boolean {
  const plain = [...withoutMarks(password)];
  const words = own.flatMap(wordsOf).sort((one, other) => other.length - one.length);
  // By places: a sign of two halves is one that no word has.
  let folded = plain.map((sign) => (sign.length === 1 ? fold(sign) : " ")).join("");
  let longest = 0;
  for (const word of words) {
    for (const written of [word, [...word].reverse().join("")]) {
      if (!folded.includes(written)) continue;
      longest = Math.max(longest, word.length);
      folded = folded.replaceAll(written, " ".repeat(written.length));
    }
  }
  if (longest === 0) return false;
  const lettersLeft = plain.filter((sign, at) => folded[at] !== " " && /\p{L}/u.test(sign)).length;
  // A short name is in many words by chance.
  return lettersLeft < (longest >= WORD_LETTERS ? WORD_LETTERS : 1);
}

/** The words of an address or a name, whole and in parts; domains without their last label. */
function wordsOf(text: string): string[] {
  const known = text.toLowerCase().replace(/\.\p{L}+$/u, (end) => (text.includes("@") ? "" : end));
  const written = [known, [...known].map((sign) => UMLAUTS[sign] ?? sign).join("")];
  return written
    .flatMap((each) => {
      const parts = withoutMarks(each).split(/[^\p{L}\p{N}]+/u);
      return [...parts, ...parts.map((part) => part.replace(/^\d+|\d+$/g, "")), parts.join("")];
    })
    .filter((word) => word.length >= 3 && /\p{L}/u.test(word))
    .map((word) => [...word].map(fold).join(""));
}

/** One sign for all that are written for each other; as many as before. */
function fold(sign: string): string {
  return SPELLINGS[sign] ?? sign;
}

function withoutMarks(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}
