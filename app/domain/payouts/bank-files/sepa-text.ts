/** How letters are written with the few that every bank knows (EPC 217-08); accents go by themselves. */
const SPELLED: Record<string, string> = {
  ...{
    ä: "ae",
    ö: "oe",
    ü: "ue",
    ß: "ss",
    æ: "ae",
    œ: "oe",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    þ: "th",
    ı: "i",
  },
  ...{ ħ: "h", ŋ: "n", ĸ: "k", ŧ: "t", "&": "+" },
  ...{ "‘": "'", "’": "'", ʼ: "'", "´": "'", "‐": "-", "‑": "-", "–": "-", "—": "-" },
  // Bulgarian, and what Russian, Ukrainian, Belarusian, Macedonian and Serbian have beside it.
  ...{
    а: "a",
    б: "b",
    в: "v",
    г: "g",
    д: "d",
    е: "e",
    ж: "zh",
    з: "z",
    и: "i",
    й: "y",
    к: "k",
    л: "l",
    м: "m",
  },
  ...{ н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h", ц: "ts", ч: "ch", ш: "sh" },
  ...{ щ: "sht", ъ: "a", ь: "y", ю: "yu", я: "ya" },
  ...{ ы: "y", э: "e", і: "i", ї: "yi", є: "ye", ґ: "g", ў: "u", ѓ: "gj", ќ: "kj", ѕ: "dz" },
  ...{ ј: "j", љ: "lj", њ: "nj", ћ: "c", џ: "dz", ђ: "dj" },
  // Greek.
  ...{
    α: "a",
    β: "v",
    γ: "g",
    δ: "d",
    ε: "e",
    ζ: "z",
    η: "i",
    θ: "th",
    ι: "i",
    κ: "k",
    λ: "l",
    μ: "m",
    ν: "n",
  },
  ...{ ξ: "x", ο: "o", π: "p", ρ: "r", σ: "s", ς: "s", τ: "t", υ: "y", φ: "f", χ: "ch", ψ: "ps", ω: "o" },
};

/**
 * A text in the characters that SEPA allows (a-z A-Z 0-9 / - ? : ( ) . , ' + and the blank), at most so many of them:
 * umlauts are spelled out, accents left away, Cyrillic and Greek written in Latin, and whatever else there is becomes a
 * dot. Never empty: a name that has nothing to show is "NOTPROVIDED".
 */
export function sepaText(text: string, maximum: number): string {
  const allowed = [...text.normalize("NFC")].map(spell).join("");
  const tidy = allowed
    .replace(/\s+/g, " ")
    // At either end, or doubled, a slash has a meaning of its own to banks.
    .replace(/\/{2,}/g, "/")
    .replace(/^[/ ]+|[/ ]+$/g, "")
    .slice(0, maximum)
    .replace(/[/ ]+$/, "");
  return /[A-Za-z0-9]/.test(tidy) ? tidy : "NOTPROVIDED";
}

const ALLOWED = /^[A-Za-z0-9/?:().,'+ -]*$/;

function spell(letter: string): string {
  if (ALLOWED.test(letter)) return letter;
  if (/\s/u.test(letter)) return " ";
  const lower = letter.toLowerCase();
  const known = SPELLED[lower] ?? SPELLED[plain(lower)] ?? plain(lower);
  if (!ALLOWED.test(known)) return ".";
  return lower === letter ? known : known.slice(0, 1).toUpperCase() + known.slice(1);
}

/** Without accents, and wide or joined letters as usual ones. */
function plain(letter: string): string {
  return letter.normalize("NFKD").replace(/\p{M}/gu, "");
}
