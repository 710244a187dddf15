export { isCountry, listCountries } from "./countries.server.ts";
export { feeVatCountry, includedVat, isBankInEu, isInEu, isReverseCharge } from "./eu-vat.ts";
export { issuerAt, rememberIssuer } from "./issuers.server.ts";
export { isInSepa } from "./sepa-countries.ts";
export {
  checkVatIds,
  findVatIdStanding,
  noteVatId,
  renewVatIdChecks,
  type VatIdStanding,
  vatIdIsRefused,
} from "./vat-id-checks.server.ts";
export { vatRateOn } from "./vat-rates.server.ts";
