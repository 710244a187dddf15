import { isSEPACountry } from "ibantools";
import { productRules } from "../../product-rules.ts";
import { divideHalfUp, type Minor, minor } from "../money/minor.ts";

const EU = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** Without overseas parts. */
export function isInEu(country: string): boolean {
  return EU.has(country);
}

/** In the Union, outside its VAT area. */
const EU_PARTS = new Set("AX GF GP MF MQ RE YT".split(" "));

export function isBankInEu(country: string): boolean {
  return EU.has(country) || EU_PARTS.has(country);
}

interface VatPayer {
  country: string | null;
  eu_ust_id: string | null;
  is_vat_id_refused: boolean;
}

/** The creator's in the EU; null for reverse charge and outside. */
export function feeVatCountry(creator: VatPayer): string | null {
  const { country } = creator;
  if (country === null || !isInEu(country)) return null;
  return isReverseCharge(creator) ? null : country;
}

/**
 * Elsewhere in the EU, with its own country's VAT id. XI is for goods alone; ids refused by VIES do not
 * count.
 */
export function isReverseCharge({ country, eu_ust_id, is_vat_id_refused }: VatPayer): boolean {
  if (is_vat_id_refused) return false;
  const isElsewhere = country !== null && isInEu(country) && country !== productRules.payout.vat_home_country;
  const prefix = country === "GR" ? "EL" : country;
  return isElsewhere && eu_ust_id?.slice(0, 2) === prefix;
}

export function includedVat(fee: Minor, rateBps: number): Minor {
  return minor(Number(divideHalfUp(BigInt(fee) * BigInt(rateBps), BigInt(10_000 + rateBps))));
}

/** Joined SEPA after ibantools' list. */
const JOINED_SINCE = ["AL", "MD", "ME", "MK", "RS"];

/** In the EPC's list, not in ibantools'. */
const PARTS = ["AX", "BL", "GF", "GG", "GP", "IM", "JE", "MF", "MQ", "PM", "RE", "YT"];

export function isInSepa(country: string): boolean {
  return isSEPACountry(country) || JOINED_SINCE.includes(country) || PARTS.includes(country);
}
