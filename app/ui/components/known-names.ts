import { useTexts } from "../texts.ts";

export function named<Value extends string>(
  values: readonly Value[],
  value: string,
  nameOf: (known: Value) => string,
): string {
  const known = values.find((each) => each === value);
  return known === undefined ? value : nameOf(known);
}

export const NETWORK_PAUSES = ["CREDITS", "DAY_LIMIT", "KEYS", "RIGHTS"] as const;

export const POST_DROPS = [
  ...(["OFF", "GONE", "LATE", "MANY"] as const),
  ...(["DUPLICATE", "REFUSED", "UNKNOWN", "LINK_FAILED"] as const),
] as const;

export const VOUCHER_STATES = ["VALID", "PENDING", "REDEEMED", "EXPIRED", "REFUNDED", "VOID"] as const;

export const SERIES_STATES = ["ACTIVE", "UNPAID", "SUSPENDED", "ENDED"] as const;

export const LEDGER_ACCOUNTS = [
  "psp_clearing",
  "bank",
  "own_funds",
  "creator_receivable",
  "psp_fee",
  "bank_fee",
  "exchange_difference",
  "chargeback_fee",
  "chargeback_loss",
  "goodwill",
  "creator_pending",
  "creator_unverified",
  "creator_available",
  "creator_dispute_hold",
  "payout_in_transit",
  "creator_transfer",
  "fx_position",
  "voucher_liability",
  "vat_output",
  "suspense",
  "service_fee_revenue",
  "payout_fee_revenue",
  "breakage_revenue",
  "direct_passed",
  "creator_direct",
] as const;

export const POSTING_KINDS = [
  "tip_paid",
  "inbound_suspense",
  "suspense_refunded",
  "suspense_returned",
  "suspense_kept",
  "suspense_brought_back",
  "suspense_refund_failed",
  "released",
  "repaid",
  "provider_settled",
  "settlement_event_taken",
  "settlement_event_reversed",
  "tip_refunded",
  "refund_failed",
  "refund_beyond",
  "refund_beyond_failed",
  "written_off",
  "debt_set_off",
  "loss_recovered",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  "dispute_reversed",
  "dispute_yielded",
  "payout_requested",
  "payout_paid",
  "payout_returned",
  "payout_bounced",
  "share_passed",
  "share_reversed",
  "share_lost",
  "share_regained",
  "remainder_given_up",
  "voucher_paid",
  "voucher_redeemed",
  "voucher_verified",
  "voucher_returned",
  "voucher_expired",
  "voucher_revived",
  "correction_posted",
  "correction_reversed",
  "repayment_reversed",
] as const;

export function useLedgerNames(): { account(code: string): string; posting(kind: string): string } {
  const { t } = useTexts("books");
  return {
    account: (code) => named(LEDGER_ACCOUNTS, code, (known) => t(`accounts.${known}`)),
    posting: (kind) => named(POSTING_KINDS, kind, (known) => t(`kinds.${known}`)),
  };
}

export function useEntryName(): (entry: { debit: string; credit: string }) => string {
  const { t } = useTexts("corrections");
  const names = useLedgerNames();
  return ({ debit, credit }) => t("entry", { debit: names.account(debit), credit: names.account(credit) });
}

export const OTHER_BALANCES = [
  "creator_pending",
  "creator_dispute_hold",
  "payout_in_transit",
  "creator_unverified",
  "creator_receivable",
] as const;
