import { getCountrySpecifications, isValidIBAN } from "ibantools";

/** Written as a bank prints it: found by its looks, even when a digit is wrong. */
const PRINTED = /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?\b/;

const BEGINNING = /(?<![\p{L}\p{N}])[a-z]{2}[^\p{L}\p{N}]{0,2}\d[^\p{L}\p{N}]{0,2}\d/giu;

const LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars]],
  ),
);

/** Whether a text holds an IBAN, in whatever case and with whatever stands between its letters. */
export function hasIban(text: string): boolean {
  if (PRINTED.test(text)) return true;
  for (const { index, 0: beginning } of text.matchAll(BEGINNING)) {
    const length = LENGTHS.get(beginning.slice(0, 2).toUpperCase());
    if (length === undefined) continue;
    // Two signs at most between two letters: further on it is something else.
    const run = /^(?:[a-z0-9][^\p{L}\p{N}]{0,2})+/iu.exec(text.slice(index, index + 3 * length))?.[0] ?? "";
    const iban = run
      .replace(/[^a-z0-9]/gi, "")
      .slice(0, length)
      .toUpperCase();
    if (isValidIBAN(iban)) return true;
  }
  return false;
}
