import { LEDGER_ACCOUNTS } from "../../../ui/components/ledger-names.ts";

/** What stands in an address for the platform's own account, which has no owner. */
const OURS = "-";

/** The codes of which there is an account for each owner. */
const OWNED = new Set<string>(LEDGER_ACCOUNTS.filter((code) => /^creator_|^payout_in_transit$/.test(code)));

/** Where a sum of the trial balance is looked into: its accounts, or the one that it is. */
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

/** Where the postings of one account stand. */
export function accountPath({ code, currency, owner }: { code: string; currency: string; owner: string }) {
  return `/admin/books/accounts/${code}/${currency}/${encodeURIComponent(owner || OURS)}`;
}

/** The accounts that an address names; null when there can be none. */
export function askedAccounts({ code, currency }: { code: string; currency: string }) {
  const known = LEDGER_ACCOUNTS.find((each) => each === code);
  return known && /^[A-Z]{3}$/.test(currency) ? { code: known, currency } : null;
}

/** The owner that an address names. */
export function askedOwner(owner: string): string {
  return owner === OURS ? "" : owner.replaceAll("\0", "");
}
