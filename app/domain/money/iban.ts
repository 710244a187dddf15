import { countrySpecs, isValidIBAN } from "ibantools";

/** The one reader of account numbers, for pages, calls, settings and the files of banks. */

/** Where accounts bear the IBAN of another country's register: the parts of states that are countries of ISO 3166-1. */
const ISSUED_BY = new Map([
  ...["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"].map(
    (country) => [country, "FR"] as const,
  ),
  ...["GG", "IM", "JE"].map((country) => [country, "GB"] as const),
  ["AX", "FI"],
  ["SJ", "NO"],
]);

const LABEL = /^IBAN(?:NR|NO)?(?=[A-Z]{2}\d{2})/;
const BETWEEN = /[\s\p{Pd}\p{Cf}.:·_/]/gu;

/** An account number as banks keep it: in capitals, without its label and without what stands between its letters. */
export function compactAccount(typed: string): string {
  return typed.normalize("NFKC").replace(BETWEEN, "").toUpperCase().replace(LABEL, "");
}

/** Whether a compact account number is an IBAN, with its country's length and right check digits. */
export function isIban(account: string): boolean {
  return isValidIBAN(account) && !ISSUED_BY.has(account.slice(0, 2));
}

/**
 * Whether a compact account number can be one of a country's banks: its IBAN where the country has them, else the bank's
 * own number. What begins like an IBAN has to be one.
 */
export function isAccountIn(account: string, country: string): boolean {
  const issuer = ISSUED_BY.get(country) ?? country;
  if (countrySpecs[issuer]?.IBANRegistry || isLikeIban(account))
    return isIban(account) && account.slice(0, 2) === issuer;
  return /^[A-Z0-9]{4,34}$/.test(account);
}

function isLikeIban(account: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) && countrySpecs[account.slice(0, 2)]?.chars != null;
}
