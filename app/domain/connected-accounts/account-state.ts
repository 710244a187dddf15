export interface DueItem {
  name: string;
  by: string | null;
}

export interface AccountFacts {
  takes_payments: boolean;
  pays_out: boolean;
  is_submitted: boolean;
  due: readonly DueItem[];
  disabled_reason: string | null;
  disconnected_at: Date | null;
}

const ACCOUNT_STATES = [
  ...(["NOT_CONNECTED", "INCOMPLETE", "REVIEWED_BY_PROVIDER", "READY"] as const),
  ...(["DUE", "RESTRICTED", "DISCONNECTED"] as const),
] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Requirements that the provider itself works on. */
const REVIEWS = ["requirements.pending_verification", "under_review", "listed"];

export function stateOf(account: AccountFacts | null): AccountState {
  if (!account) return "NOT_CONNECTED";
  if (account.disconnected_at) return "DISCONNECTED";
  if (!account.is_submitted) return "INCOMPLETE";
  const { disabled_reason, due } = account;
  const isOpen = account.takes_payments && account.pays_out;
  if (disabled_reason !== null)
    return REVIEWS.includes(disabled_reason) ? "REVIEWED_BY_PROVIDER" : "RESTRICTED";
  if (due.length > 0) return account.takes_payments ? "DUE" : "RESTRICTED";
  return isOpen ? "READY" : "REVIEWED_BY_PROVIDER";
}

export function dueBy(due: readonly DueItem[]): string | null {
  return due.flatMap(({ by }) => by ?? []).sort()[0] ?? null;
}
