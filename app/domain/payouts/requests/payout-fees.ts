import { productRules } from "../../../product-rules.ts";
import { type Minor, minor } from "../../money/minor.ts";
import { isBankInEu, isInSepa } from "../../tax/eu-vat.ts";
import { maskedDestination } from "../destinations/payout-data.schema.ts";

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

/**
 * How a creator will be paid out, as things stand: automatically, on request, or not at all for now, and then why. Of
 * several reasons it is the one that has to be settled first.
 */
export type PayoutPromise =
  | "monthly"
  | "manual"
  | "not_verified"
  | "in_review"
  | "declined"
  | "owing"
  | "locked"
  | "no_bank_account"
  | "no_paxum_account"
  | "data_pending"
  | "paused";

interface PayoutFacts {
  status: string;
  payout_type_id: 1 | 2;
  payout_method: PayoutMethod;
  /** The account of the chosen method that was accepted, masked; null when there is none. */
  masked_account: string | null;
  isDataPending: boolean;
  is_paused: boolean;
}

const BY_STATUS: Record<string, PayoutPromise | null> = {
  ACTIVE: null,
  CREATED: "not_verified",
  PENDING: "in_review",
  DECLINED: "declined",
  CHARGEBACK: null,
  LOCKED: "locked",
};

/** What may be promised; an unknown status is promised nothing. */
export function payoutPromise(facts: PayoutFacts): PayoutPromise {
  const byStatus = Object.hasOwn(BY_STATUS, facts.status) ? BY_STATUS[facts.status] : "not_verified";
  if (byStatus) return byStatus;
  if (facts.isDataPending) return "data_pending";
  if (facts.masked_account === null)
    return facts.payout_method === "PAXUM" ? "no_paxum_account" : "no_bank_account";
  if (facts.status === "CHARGEBACK") return "owing";
  if (facts.payout_type_id === 1) return facts.is_paused ? "paused" : "monthly";
  return "manual";
}

/** Where the chosen method sends money, masked: null when no account of that kind was accepted. */
export function maskedDestinationOf(
  method: PayoutMethod,
  accepted: { masked_account: string; bank_country: string | null; has_paxum: boolean } | null,
): string | null {
  if (!accepted) return null;
  const isThere = method === "PAXUM" ? accepted.has_paxum : accepted.bank_country !== null;
  return isThere ? maskedDestination(method, accepted) : null;
}
