import { countrySpecs, isValidIBAN } from "ibantools";

/** Territories that use another country's IBAN. */
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

export function compactAccount(typed: string): string {
  return typed.normalize("NFKC").replace(BETWEEN, "").toUpperCase().replace(LABEL, "");
}

export function isIban(account: string): boolean {
  return isValidIBAN(account) && !ISSUED_BY.has(account.slice(0, 2));
}

/** An IBAN or the bank's own number. What begins like an IBAN has to be one. */
export function isAccountIn(account: string, country: string): boolean {
  const issuer = ISSUED_BY.get(country) ?? country;
  if (countrySpecs[issuer]?.IBANRegistry || isLikeIban(account))
    return isIban(account) && account.slice(0, 2) === issuer;
  return /^[A-Z0-9]{4,34}$/.test(account);
}

function isLikeIban(account: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) && countrySpecs[account.slice(0, 2)]?.chars != null;
}
