import { isSEPACountry } from "ibantools";

/** Joined the SEPA credit transfer and direct debit schemes since the list of ibantools was made. */
const JOINED_SINCE = ["AL", "MD", "ME", "MK", "RS"];

/** Parts of members that the EPC lists with them; ibantools knows states alone. */
const PARTS = ["AX", "BL", "GF", "GG", "GP", "IM", "JE", "MF", "MQ", "PM", "RE", "YT"];

/** Whether banks of a country take part in SEPA (docs/product.md, 7.3), by its ISO 3166-1 code. */
export function isInSepa(country: string): boolean {
  return isSEPACountry(country) || JOINED_SINCE.includes(country) || PARTS.includes(country);
}
