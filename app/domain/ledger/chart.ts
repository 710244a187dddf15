/** One per currency, a creator's also per creator (docs/money.md, 2). */
const CHART = {
  psp_clearing: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  bank: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  own_funds: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  creator_receivable: { side: "DEBIT", allows_negative: false, keeps_balance: true },
  psp_fee: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  chargeback_fee: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  chargeback_loss: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  bank_fee: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  exchange_difference: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  goodwill: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  creator_pending: { side: "CREDIT", allows_negative: false, keeps_balance: true },
  creator_unverified: { side: "CREDIT", allows_negative: false, keeps_balance: true },
  creator_available: { side: "CREDIT", allows_negative: false, keeps_balance: true },
  creator_dispute_hold: { side: "CREDIT", allows_negative: false, keeps_balance: true },
  payout_in_transit: { side: "CREDIT", allows_negative: false, keeps_balance: true },
  // Below zero while a passed-on transfer is fetched back.
  creator_transfer: { side: "CREDIT", allows_negative: true, keeps_balance: true },
  fx_position: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  voucher_liability: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  vat_output: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  suspense: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  service_fee_revenue: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  payout_fee_revenue: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  breakage_revenue: { side: "CREDIT", allows_negative: true, keeps_balance: false },
  direct_passed: { side: "DEBIT", allows_negative: true, keeps_balance: false },
  creator_direct: { side: "CREDIT", allows_negative: true, keeps_balance: false },
} as const satisfies Record<
  string,
  { side: "DEBIT" | "CREDIT"; allows_negative: boolean; keeps_balance: boolean }
>;

export type AccountCode = keyof typeof CHART;

/** Owed money never exceeds held money (docs/money.md, 4). */
export const OWED_CODES = [
  ...(["creator_pending", "creator_unverified", "creator_available", "creator_dispute_hold"] as const),
  ...(["payout_in_transit", "creator_transfer", "voucher_liability", "vat_output", "suspense"] as const),
] satisfies AccountCode[];
export const OWED_OR_NOTHING = ["vat_output", "suspense"] satisfies AccountCode[];
export const HELD_CODES = ["bank", "psp_clearing"] satisfies AccountCode[];

export interface AccountRef {
  code: AccountCode;
  owner: string;
  currency: string;
  shard: number;
}

export function platform(
  code: Exclude<AccountCode, "psp_clearing">,
  currency: string,
  owner = "",
): AccountRef {
  return { code, owner, currency, shard: 0 };
}

export function clearing(provider: string, currency: string): AccountRef {
  return { code: "psp_clearing", owner: provider, currency, shard: 0 };
}

/** `shard` spreads a busy creator's pending money. */
export function creatorAccount(
  code: AccountCode,
  creatorId: string,
  currency: string,
  shard = 0,
): AccountRef {
  return { code, owner: creatorId, currency, shard };
}

export function accountKey(account: AccountRef): string {
  return `${account.code}|${account.owner}|${account.currency}|${account.shard}`;
}

/** Hashes of early postings contain it. */
export function earlierAccountKey(account: AccountRef): string {
  const isSandbox = account.code === "psp_clearing" && account.owner === "sandbox";
  return accountKey(isSandbox ? { ...account, owner: "" } : account);
}

export function accountTraits(code: AccountCode): {
  side: "DEBIT" | "CREDIT";
  allows_negative: boolean;
  keeps_balance: boolean;
} {
  return CHART[code];
}

export type CauseKind =
  | "payment"
  | "allocation"
  | "refund"
  | "refund_beyond"
  | "dispute"
  | "payout"
  | "settlement"
  | "settlement_event"
  | "suspense_exit"
  | "write_off"
  | "set_off"
  | "give_up"
  | "voucher"
  | "redemption"
  | "correction"
  | "direct_transfer"
  | "direct_reversal";

export interface Cause {
  kind: CauseKind;
  id: string;
  part: string;
}

export function cause(kind: CauseKind, id: string, part = ""): Cause {
  return { kind, id, part };
}

interface BalanceOnSide {
  side: "DEBIT" | "CREDIT";
  amount_minor: number;
  is_opposite: boolean;
}

export function balanceOnSide(row: { side: "DEBIT" | "CREDIT"; balance_minor: number }): BalanceOnSide {
  const { side, balance_minor } = row;
  if (balance_minor >= 0) return { side, amount_minor: balance_minor, is_opposite: false };
  return {
    side: side === "DEBIT" ? "CREDIT" : "DEBIT",
    amount_minor: -balance_minor,
    is_opposite: true,
  };
}
