/** How German umlauts are written where there are none. */
const SPELLED_OUT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "oe", å: "aa" };

/** Case, accents, hyphens and blanks aside; once with umlauts spelled out, once with their dots left away. */
function spellings(name: string): string[] {
  const lower = name.normalize("NFC").toLowerCase();
  const plain = (text: string) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const spelledOut = lower.replace(/[äöüßæøå]/g, (letter) => SPELLED_OUT[letter] ?? letter);
  return [plain(spelledOut), plain(lower.replaceAll("ß", "ss"))];
}

/**
 * Whether an account's owner is the creator: first and last name in either order, or the company (docs/product.md,
 * 7.4: case, accents and umlaut spellings folded).
 */
export function isSameOwner(
  owner: string,
  creator: { firstname: string | null; lastname: string | null; company: string | null },
): boolean {
  const { firstname, lastname, company } = creator;
  const names = [
    ...(firstname && lastname ? [`${firstname} ${lastname}`, `${lastname} ${firstname}`] : []),
    ...(company ? [company] : []),
  ].flatMap(spellings);
  return spellings(owner).some((spelling) => spelling !== "" && names.includes(spelling));
}
