import { balanceOnSide } from "../../../domain/ledger/chart.ts";
import type { TrialBalance } from "../../../domain/ledger/ledger-reports.server.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import { sumPath } from "./account-addresses.ts";

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
