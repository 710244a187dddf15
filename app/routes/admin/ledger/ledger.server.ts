import type { Services } from "../../../context.ts";
import { balanceOnSide } from "../../../domain/ledger/chart.ts";
import type { PostingPlace, TrialBalance } from "../../../domain/ledger/ledger-reports.server.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { LEDGER_ACCOUNTS } from "../../../ui/components/known-names.ts";
import { nextPage } from "../desk.server.ts";

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

type SignedLink = Parameters<Services["tokens"]["signLink"]>[0];

const HOUR_MS = 3_600_000;

/** "{transaction}-{position}" with its signed balance. Ignores invalid values. */
export function askedPlace(
  { tokens, clock }: Pick<Services, "tokens" | "clock">,
  query: URLSearchParams,
  link: Omit<SignedLink, "file">,
): PostingPlace | null {
  const [, transaction, seq] = /^(\d{1,15})-(\d{1,4})$/.exec(query.get("after") ?? "") ?? [];
  if (transaction === undefined) return null;
  const [, balance, signature = ""] = /^(-?\d{1,15})~(.*)$/.exec(query.get("balance") ?? "") ?? [];
  const file = `${transaction}-${seq} ${balance}`;
  const isOurs = balance !== undefined && tokens.isSigned({ ...link, file }, signature, clock());
  return {
    ...{ transaction_id: Number(transaction), seq: Number(seq) },
    balance_minor: isOurs ? Number(balance) : null,
  };
}

export function nextAddress(
  { tokens, clock }: Pick<Services, "tokens" | "clock">,
  next: PostingPlace | null,
  link: Omit<SignedLink, "file">,
): string | null {
  if (next === null) return null;
  const place = `${next.transaction_id}-${next.seq}`;
  const { balance_minor: balance } = next;
  const until = new Date(clock().getTime() + HOUR_MS);
  const signed =
    balance === null
      ? null
      : `${balance}~${tokens.signLink({ ...link, file: `${place} ${balance}` }, until)}`;
  return nextPage(link.path, place, { balance: signed });
}

export function shownBalances(balances: readonly TrialBalance[], locale: Locale, at: string | null) {
  const show = (amount: number, currency: string) => formatAmount(amount, currency, locale);
  return [...new Set(balances.map((row) => row.currency))].map((currency) => {
    const rows = balances.filter((row) => row.currency === currency);
    return {
      currency,
      rows: rows.map((row) => balanceRow(row, show, at)),
      totals: {
        debit: show(sumOf(rows, "DEBIT"), currency),
        credit: show(sumOf(rows, "CREDIT"), currency),
      },
    };
  });
}

function balanceRow(
  row: TrialBalance,
  show: (amount: number, currency: string) => string,
  at: string | null,
) {
  const { side, amount_minor, is_opposite: isOpposite } = balanceOnSide(row);
  const amount = show(amount_minor, row.currency);
  const [debit, credit] = side === "DEBIT" ? [amount, ""] : ["", amount];
  const { code, owner } = row;
  const path = sumPath(row) + (at === null ? "" : `?at=${encodeURIComponent(at)}`);
  return { code, owner, path, debit, credit, isOpposite, isZero: amount_minor === 0 };
}

function sumOf(rows: readonly TrialBalance[], side: TrialBalance["side"]): number {
  return rows
    .map(balanceOnSide)
    .filter((shown) => shown.side === side)
    .reduce((sum, shown) => sum + shown.amount_minor, 0);
}

export function askedMonth(text: string | null | undefined): string | null {
  return text && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}
