import { LEDGER_ACCOUNTS } from "../../../ui/components/ledger-names.ts";

const OURS = "-";

const OWNED = new Set<string>(LEDGER_ACCOUNTS.filter((code) => /^creator_|^payout_in_transit$/.test(code)));

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
