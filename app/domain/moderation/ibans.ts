import { getCountrySpecifications, isValidIBAN } from "ibantools";

const LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars]],
  ),
);

/** Capital letters of other alphabets that look like Latin ones, each above its twin. */
const TWINS = ["АВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABCEHIJKMOPSTXABEZHIKMNOPTYX"] as const;
const TWIN = new RegExp(`[${TWINS[0]}]`, "g");

/**
 * Whether a text holds an IBAN, in whatever case, with whatever stands before it and between its letters: its country's
 * length and its check digits tell it from other numbers.
 */
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
