/** The chart of accounts (docs/money.md, 2). Each exists once for a currency; a creator's also once for a creator. */
const CHART = {
  psp_clearing: { side: "DEBIT", inverts: true, cached: false },
  bank: { side: "DEBIT", inverts: true, cached: false },
  creator_receivable: { side: "DEBIT", inverts: false, cached: true },
  psp_fee: { side: "DEBIT", inverts: true, cached: false },
  chargeback_fee: { side: "DEBIT", inverts: true, cached: false },
  chargeback_loss: { side: "DEBIT", inverts: true, cached: false },
  goodwill: { side: "DEBIT", inverts: true, cached: false },
  creator_pending: { side: "CREDIT", inverts: false, cached: true },
  creator_unverified: { side: "CREDIT", inverts: false, cached: true },
  creator_available: { side: "CREDIT", inverts: false, cached: true },
  creator_dispute_hold: { side: "CREDIT", inverts: false, cached: true },
  payout_in_transit: { side: "CREDIT", inverts: false, cached: true },
  fx_position: { side: "CREDIT", inverts: true, cached: false },
  voucher_liability: { side: "CREDIT", inverts: true, cached: false },
  vat_output: { side: "CREDIT", inverts: true, cached: false },
  suspense: { side: "CREDIT", inverts: true, cached: false },
  service_fee_revenue: { side: "CREDIT", inverts: true, cached: false },
  payout_fee_revenue: { side: "CREDIT", inverts: true, cached: false },
  breakage_revenue: { side: "CREDIT", inverts: true, cached: false },
} as const satisfies Record<string, { side: "DEBIT" | "CREDIT"; inverts: boolean; cached: boolean }>;

export type AccountCode = keyof typeof CHART;

/**
 * Names one account. The owner is a creator's id, a country for vat_output, a payment provider for psp_clearing, and
 * empty for the platform's own.
 */
export interface AccountRef {
  code: AccountCode;
  owner: string;
  currency: string;
  shard: number;
}

/** An account of the platform itself. */
export function platform(
  code: Exclude<AccountCode, "psp_clearing">,
  currency: string,
  owner = "",
): AccountRef {
  return { code, owner, currency, shard: 0 };
}

/** The money that a payment provider has captured for us. */
export function clearing(provider: string, currency: string): AccountRef {
  return { code: "psp_clearing", owner: provider, currency, shard: 0 };
}

/** A creator's account; `slot` spreads the pending money of a hot creator over several rows. */
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

/**
 * What the account was called until clearing was kept by provider: then there was the sandbox alone. The hashes of what
 * was posted in those days have this name in them.
 */
export function earlierAccountKey(account: AccountRef): string {
  const isSandbox = account.code === "psp_clearing" && account.owner === "sandbox";
  return accountKey(isSandbox ? { ...account, owner: "" } : account);
}

/** How the account behaves: its normal side, whether it may go below zero, whether its balance is kept in its row. */
export function accountTraits(code: AccountCode): {
  side: "DEBIT" | "CREDIT";
  inverts: boolean;
  cached: boolean;
} {
  return CHART[code];
}
