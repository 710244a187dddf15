import { isSEPACountry } from "ibantools";
import { divideHalfUp, type Minor, minor } from "../money/minor.ts";
import { productRules } from "../money/product-rules.ts";

export type PayoutMethod = "BANK" | "PAXUM";
export type PayoutRegion = keyof typeof productRules.payout.regions;

/** What carries the money: a SEPA file, a list for the bank, a list for Paxum. */
export type PayoutRail = "SEPA" | "BANK_CSV" | "PAXUM_CSV";

const EU = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);

/** The region that decides about fee and minimum (specification, section 9; decisions.md, Payouts). */
export function regionOf(method: PayoutMethod, bankCountry: string | null): PayoutRegion {
  if (method === "PAXUM") return "PAXUM";
  if (bankCountry !== null && (EU.has(bankCountry) || bankCountry === "GB")) return "EU";
  if (bankCountry !== null && isSEPACountry(bankCountry)) return "SPECIAL";
  return "DEFAULT";
}

/** SEPA carries euros alone, and only where it reaches. */
export function railOf(method: PayoutMethod, currency: string, bankCountry: string | null): PayoutRail {
  if (method === "PAXUM") return "PAXUM_CSV";
  return currency === "EUR" && bankCountry !== null && isSEPACountry(bankCountry) ? "SEPA" : "BANK_CSV";
}

/** The fee of a withdrawal, VAT included; null below the region's minimum. Amounts in the balance's own currency. */
export function withdrawalFee(region: PayoutRegion, amount: Minor): Minor | null {
  const { fee_minor, free_from_minor, minimum_minor } = productRules.payout.regions[region];
  if (amount < minimum_minor) return null;
  return minor(free_from_minor !== null && amount >= free_from_minor ? 0 : fee_minor);
}

/** From which amount on a withdrawal to a region is free; null where it never is. */
export function freeFrom(region: PayoutRegion): Minor | null {
  const { free_from_minor } = productRules.payout.regions[region];
  return free_from_minor === null ? null : minor(free_from_minor);
}

/**
 * Whose VAT is in the fee: the creator's country's in the EU, but nobody's for a business elsewhere in the EU that owes
 * it itself (reverse charge).
 */
export function feeVatCountry(creator: { country: string | null; eu_ust_id: string | null }): string | null {
  const { country } = creator;
  if (country === null || !EU.has(country)) return null;
  return isReverseCharge(creator) ? null : country;
}

/** A business elsewhere in the EU, by its own country's VAT id: it owes the VAT on our fees itself. */
export function isReverseCharge(creator: { country: string | null; eu_ust_id: string | null }): boolean {
  const { country, eu_ust_id } = creator;
  const isElsewhere = country !== null && EU.has(country) && country !== productRules.payout.vat_home_country;
  // Greece, which is GR everywhere else.
  const prefix = country === "GR" ? "EL" : country;
  return isElsewhere && eu_ust_id?.slice(0, 2) === prefix;
}

/** The VAT that a fee includes, half up. */
export function includedVat(fee: Minor, rateBps: number): Minor {
  return minor(Number(divideHalfUp(BigInt(fee) * BigInt(rateBps), BigInt(10_000 + rateBps))));
}
