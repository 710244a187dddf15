import { maskedDestination } from "../destinations/payout-data.schema.ts";
import type { PayoutMethod } from "./payout-fees.ts";

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
