import { LEDGER_ACCOUNTS } from "../../../ui/components/ledger-names.ts";

/** The owner in addresses of the platform's accounts. */
const OURS = "-";

/** Accounts with one row per owner. */
const OWNED = new Set<string>(LEDGER_ACCOUNTS.filter((code) => /^creator_|^payout_in_transit$/.test(code)));

/** A list of accounts, or the only one. */
export function sumPath({
  code,
  currency,
  owner,
}: {
  code: string;
  currency: string;
  owner: string | null;
}): string {
  return OWNED.has(code)
    ? `/admin/books/accounts/${code}/${currency}`
    : accountPath({ code, currency, owner: owner ?? "" });
}

export function accountPath({ code, currency, owner }: { code: string; currency: string; owner: string }) {
  return `/admin/books/accounts/${code}/${currency}/${encodeURIComponent(owner || OURS)}`;
}

export function askedAccounts({ code, currency }: { code: string; currency: string }) {
  const known = LEDGER_ACCOUNTS.find((each) => each === code);
  return known && /^[A-Z]{3}$/.test(currency) ? { code: known, currency } : null;
}

export function askedOwner(owner: string): string {
  return owner === OURS ? "" : owner.replaceAll("\0", "");
}
