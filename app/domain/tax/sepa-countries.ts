import { isSEPACountry } from "ibantools";

/** Joined the SEPA credit transfer and direct debit schemes since the list of ibantools was made. */
const JOINED_SINCE = ["AL", "MD", "ME", "MK", "RS"];

/** Whether banks of a country take part in SEPA (docs/product.md, 7.3), by its ISO 3166-1 code. */
export function isInSepa(country: string): boolean {
  return isSEPACountry(country) || JOINED_SINCE.includes(country);
}
