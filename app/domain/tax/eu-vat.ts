import { isSEPACountry } from "ibantools";
import { productRules } from "../../product-rules.ts";
import { divideHalfUp, type Minor, minor } from "../money/minor.ts";

const EU = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Whether a country, by its two letters, is a member of the European Union; its parts beyond the seas are none. */
export function isInEu(country: string): boolean {
  return EU.has(country);
}

/** Outermost regions and Åland belong to the Union, though not to its area of VAT. */
const EU_PARTS = new Set("AX GF GP MF MQ RE YT".split(" "));

/** Whether a bank of a country is in the European Union: what counts for payouts. */
export function isBankInEu(country: string): boolean {
  return EU.has(country) || EU_PARTS.has(country);
}

/** What of a creator decides about the VAT of our fees. */
interface VatPayer {
  country: string | null;
  eu_ust_id: string | null;
  /** Whether the newest answer of VIES is that the id is not valid. */
  is_vat_id_refused: boolean;
}

/**
 * Whose VAT is in the fee: the creator's country's in the EU, but nobody's for a business elsewhere in the EU that owes
 * it itself (reverse charge).
 */
export function feeVatCountry(creator: VatPayer): string | null {
  const { country } = creator;
  if (country === null || !isInEu(country)) return null;
  return isReverseCharge(creator) ? null : country;
}

/**
 * A business elsewhere in the EU, by its own country's VAT id: it owes the VAT on our fees itself. Northern Ireland's XI
 * counts for goods alone, and ours are services. An id that VIES called invalid is none.
 */
export function isReverseCharge({ country, eu_ust_id, is_vat_id_refused }: VatPayer): boolean {
  if (is_vat_id_refused) return false;
  const isElsewhere = country !== null && isInEu(country) && country !== productRules.payout.vat_home_country;
  // Greece, which is GR everywhere else.
  const prefix = country === "GR" ? "EL" : country;
  return isElsewhere && eu_ust_id?.slice(0, 2) === prefix;
}

/** The VAT that a fee includes, half up. */
export function includedVat(fee: Minor, rateBps: number): Minor {
  return minor(Number(divideHalfUp(BigInt(fee) * BigInt(rateBps), BigInt(10_000 + rateBps))));
}

/** Joined the SEPA credit transfer and direct debit schemes since the list of ibantools was made. */
const JOINED_SINCE = ["AL", "MD", "ME", "MK", "RS"];

/** Parts of members that the EPC lists with them; ibantools knows states alone. */
const PARTS = ["AX", "BL", "GF", "GG", "GP", "IM", "JE", "MF", "MQ", "PM", "RE", "YT"];

/** Whether banks of a country take part in SEPA (docs/product.md, 7.3), by its ISO 3166-1 code. */
export function isInSepa(country: string): boolean {
  return isSEPACountry(country) || JOINED_SINCE.includes(country) || PARTS.includes(country);
}
