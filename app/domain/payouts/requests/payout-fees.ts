import { productRules } from "../../../product-rules.ts";
import { type Minor, minor } from "../../money/minor.ts";
import { isBankInEu } from "../../tax/eu-vat.ts";
import { isInSepa } from "../../tax/sepa-countries.ts";

export type PayoutMethod = "BANK" | "PAXUM";
export type PayoutRegion = keyof typeof productRules.payout.regions;

/** What carries the money: a SEPA file, a list for the bank, a list for Paxum. */
export type PayoutRail = "SEPA" | "BANK_CSV" | "PAXUM_CSV";

/** The region that decides about fee and minimum (docs/product.md, 7.3). */
export function regionOf(method: PayoutMethod, bankCountry: string | null): PayoutRegion {
  if (method === "PAXUM") return "PAXUM";
  if (bankCountry !== null && (isBankInEu(bankCountry) || bankCountry === "GB")) return "EU";
  if (bankCountry !== null && isInSepa(bankCountry)) return "SPECIAL";
  return "DEFAULT";
}

/** SEPA carries euros alone, and only where it reaches. */
export function railOf(method: PayoutMethod, currency: string, bankCountry: string | null): PayoutRail {
  if (method === "PAXUM") return "PAXUM_CSV";
  return currency === "EUR" && bankCountry !== null && isInSepa(bankCountry) ? "SEPA" : "BANK_CSV";
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
