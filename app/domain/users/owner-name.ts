const PLAIN: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ŧ: "t", ŋ: "n", ı: "i" },
  ...{ ĸ: "k", ς: "σ" },
};

const SPELLED_OUT: Record<string, string> = {
  ...{ ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", đ: "dj", ð: "dh" },
};

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

function wordsOf(name: string): string[] {
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

/** An initial, a short form, a slip, or an umlaut spelled out. */
function closenessOf(left: string, right: string): "same" | "close" | null {
  const [lefts, rights] = [spellings(left), spellings(right)];
  if (lefts.some((each) => rights.includes(each))) return "same";
  const [a = "", b = ""] = [lefts[0], rights[0]];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isShortForm = (short.length === 1 || short.length >= 3) && long.startsWith(short);
  if (isShortForm || bare(a) === bare(b)) return "close";
  return short.length >= 5 && isOneSlipApart(short, long) ? "close" : null;
}

function spellings(word: string): string[] {
  const fold = (text: string) =>
    [...text]
      .map((letter) => PLAIN[letter] ?? letter)
      .join("")
      .normalize("NFKD")
      .replace(/\p{M}/gu, "");
  return [...new Set([fold(word), fold([...word].map((letter) => SPELLED_OUT[letter] ?? letter).join(""))])];
}

function bare(word: string): string {
  return word
    .replace(/([aou])e/g, "$1")
    .replace(/aa/g, "a")
    .replace(/dj/g, "d")
    .replace(/ss/g, "s");
}

/** One letter added, missing, changed or swapped. */
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

export interface CreatorNames {
  firstname: string | null;
  lastname: string | null;
  company: string | null;
}

/** `unsure`: an operator compares the words. */
interface OwnerMatch {
  match: "same" | "unsure" | "other";
  only_in_account: string[];
  only_in_profile: string[];
}

const JOINT = /(?:^|\s)(?:und|oder|and|or|et|ou|y|e|u\.|od\.)(?=\s)|[&+/]/iu;

/** A shorter beginning fits too many names. */
const CUT_NAME_MINIMUM = 12;
const MIDDLE_NAMES_MAXIMUM = 2;

export function matchOwner(owner: string, creator: CreatorNames): OwnerMatch {
  const { firstname, lastname, company } = creator;
  const person = matchPerson(owner, firstname ?? "", lastname ?? "");
  const firm = company ? matchCompany(owner, company) : "other";
  const found = [person, firm];
  const match = found.includes("same") ? "same" : found.includes("unsure") ? "unsure" : "other";
  const names =
    firm !== "other" && person === "other" ? (company ?? "") : `${firstname ?? ""} ${lastname ?? ""}`;
  return { match, only_in_account: without(owner, names), only_in_profile: without(names, owner) };
}

type Match = OwnerMatch["match"];

function matchPerson(owner: string, firstname: string, lastname: string): Match {
  const [ownerWords, first, last] = [wordsOf(owner), wordsOf(firstname), wordsOf(lastname)];
  const names = [...first, ...last];
  if (ownerWords.length === 0 || names.length === 0) return "other";
  if (isSameJoined(ownerWords, names) || isSameJoined(ownerWords, [...last, ...first])) return "same";
  if (!haveCommonScript(owner, `${firstname}${lastname}`)) return "unsure";
  if (isBeginning(ownerWords, names) || isBeginning(ownerWords, [...last, ...first])) return "unsure";
  const found = findNames(ownerWords, first, last);
  const isWhole = last.length > 0 && found.last.every((each) => each === "same") && found.first[0] === "same";
  if (isWhole && hasOnlyMiddleNames(found.roles) && !JOINT.test(owner)) return "same";
  const isSomeOf = (kinds: readonly (string | null)[]) => kinds.some((kind) => kind !== null);
  if (isSomeOf(found.last) && isSomeOf(found.first)) return "unsure";
  // In the account or the profile.
  const isSingle = ownerWords.length === 1 || first.length === 0 || last.length === 0;
  return isSingle && isSomeOf([...found.last, ...found.first]) ? "unsure" : "other";
}

type Role = "first" | "last" | null;

function findNames(ownerWords: readonly string[], first: readonly string[], last: readonly string[]) {
  const roles: Role[] = ownerWords.map(() => null);
  const wanted = [
    ...last.map((word) => ({ word, role: "last" as const })),
    ...first.map((word) => ({ word, role: "first" as const })),
  ];
  const found: ("same" | "close" | null)[] = wanted.map(() => null);
  for (const kind of ["same", "close"] as const)
    wanted.forEach(({ word, role }, index) => {
      if (found[index]) return;
      const at = ownerWords.findIndex(
        (each, place) => roles[place] === null && closenessOf(each, word) === kind,
      );
      if (at === -1) return;
      roles[at] = role;
      found[index] = kind;
    });
  return { roles, last: found.slice(0, last.length), first: found.slice(last.length) };
}

function hasOnlyMiddleNames(roles: readonly Role[]): boolean {
  const others = roles.flatMap((role, index) => (role === null ? [index] : []));
  const follows = (index: number): boolean => {
    const before = roles[index - 1];
    return before === "first" || (before === null && follows(index - 1));
  };
  return others.length <= MIDDLE_NAMES_MAXIMUM && others.every(follows);
}

/** A missing or different one is for an operator. */
const LEGAL_FORMS = new Set(
  "gmbh ug haftungsbeschraenkt haftungsbeschrankt ag kg ohg ek gbr mbh co se ltd limited llc llp inc corp plc sarl sas sa srl spa bv nv oy ab as aps sl doo sro eu und and the".split(
    " ",
  ),
);

function matchCompany(owner: string, company: string): Match {
  const [left, right] = [wordsOf(owner), wordsOf(company)];
  if (left.length === 0 || right.length === 0) return "other";
  if (isSameJoined(left, right)) return "same";
  const core = (words: readonly string[]) => words.filter((word) => !LEGAL_FORMS.has(word));
  const [leftCore, rightCore] = [core(left), core(right)];
  if (leftCore.length === 0 || rightCore.length === 0) return "other";
  const isClose =
    isSameJoined(leftCore, rightCore) ||
    closenessOf(leftCore.join(""), rightCore.join("")) !== null ||
    isBeginning(left, right) ||
    !haveCommonScript(owner, company);
  return isClose ? "unsure" : "other";
}

function isSameJoined(left: readonly string[], right: readonly string[]): boolean {
  return closenessOf(left.join(""), right.join("")) === "same";
}

function isBeginning(owner: readonly string[], names: readonly string[]): boolean {
  const [begun, whole] = [owner.join(""), names.join("")];
  return begun.length >= CUT_NAME_MINIMUM && whole.startsWith(begun);
}

/** Only a person can compare transliterations. */
function haveCommonScript(left: string, right: string): boolean {
  const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);
  return isLatin(left) === isLatin(right);
}

function without(name: string, other: string): string[] {
  const others = wordsOf(other);
  const missing = wordsOf(name).filter((word) => !others.some((own) => closenessOf(word, own) === "same"));
  return name.split(/[\s,]+/u).filter((part) => wordsOf(part).some((word) => missing.includes(word)));
}
