import type { PayoutRegion, PayoutTerms } from "../../../product-settings.ts";
import { type Minor, minor } from "../../money/minor.ts";
import { isBankInEu, isInSepa } from "../../tax/eu-vat.ts";
import { maskedDestination } from "../destinations/payout-data.schema.ts";

export type PayoutMethod = "BANK" | "PAXUM";

export type PayoutRail = "SEPA" | "BANK_CSV" | "PAXUM_CSV";

/** Decides fee and minimum (docs/product.md, 7.3). */
export function regionOf(method: PayoutMethod, bankCountry: string | null): PayoutRegion {
  if (method === "PAXUM") return "PAXUM";
  if (bankCountry !== null && (isBankInEu(bankCountry) || bankCountry === "GB")) return "EU";
  if (bankCountry !== null && isInSepa(bankCountry)) return "SPECIAL";
  return "DEFAULT";
}

export function railOf(method: PayoutMethod, currency: string, bankCountry: string | null): PayoutRail {
  if (method === "PAXUM") return "PAXUM_CSV";
  return currency === "EUR" && bankCountry !== null && isInSepa(bankCountry) ? "SEPA" : "BANK_CSV";
}

/** VAT included; null below the region's minimum. */
export function withdrawalFee(terms: PayoutTerms, amount: Minor): Minor | null {
  const { fee_minor, free_from_minor, minimum_minor } = terms;
  if (amount < minimum_minor) return null;
  return minor(free_from_minor !== null && amount >= free_from_minor ? 0 : fee_minor);
}

/** Automatic, on request, or not now with the first reason. */
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
  | "paused"
  | "direct";

interface PayoutFacts {
  status: string;
  payout_type_id: 1 | 2;
  payout_method: PayoutMethod;
  masked_account: string | null;
  isDataPending: boolean;
  is_paused: boolean;
  /** Paid by the provider; we hold nothing. */
  is_direct: boolean;
}

const BY_STATUS: Record<string, PayoutPromise | null> = {
  ACTIVE: null,
  CREATED: "not_verified",
  PENDING: "in_review",
  DECLINED: "declined",
  CHARGEBACK: null,
  LOCKED: "locked",
};

export function payoutPromise(facts: PayoutFacts): PayoutPromise {
  const byStatus = Object.hasOwn(BY_STATUS, facts.status) ? BY_STATUS[facts.status] : "not_verified";
  if (byStatus) return byStatus;
  if (facts.is_direct) return "direct";
  if (facts.isDataPending) return "data_pending";
  if (facts.masked_account === null)
    return facts.payout_method === "PAXUM" ? "no_paxum_account" : "no_bank_account";
  if (facts.status === "CHARGEBACK") return "owing";
  if (facts.payout_type_id === 1) return facts.is_paused ? "paused" : "monthly";
  return "manual";
}

/** Null if none was accepted. */
export function maskedDestinationOf(
  method: PayoutMethod,
  accepted: { masked_account: string; bank_country: string | null; has_paxum: boolean } | null,
): string | null {
  if (!accepted) return null;
  const isThere = method === "PAXUM" ? accepted.has_paxum : accepted.bank_country !== null;
  return isThere ? maskedDestination(method, accepted) : null;
}
