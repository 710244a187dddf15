import type { RouterContextProvider } from "react-router";
import type { PostedTransfer } from "../../domain/ledger/ledger-reports.server.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount, type Locale, minor } from "../../domain/money/minor.ts";
import type { SettledKind } from "../../domain/payments/provider-port.ts";
import type { FileFault } from "../../domain/payouts/bank-files/iso-20022.ts";
import type { AdminPayout } from "../../domain/payouts/batches/admin-queries.server.ts";
import { deskOf } from "./desk.server.ts";

export interface ShownTotal {
  currency: string;
  amount: string;
}

export function totalsOf(
  amounts: readonly { amount_minor: number; currency: string }[],
  locale: Locale,
): ShownTotal[] {
  const sums = new Map<string, number>();
  for (const { amount_minor, currency } of amounts)
    sums.set(currency, (sums.get(currency) ?? 0) + amount_minor);
  return [...sums].map(([currency, sum]) => ({
    currency,
    amount: formatAmount(minor(sum), currency, locale),
  }));
}

export function refundState(
  refund: { status: string; failed_late_at: Date | null },
  isByHand: boolean,
): string {
  if (refund.failed_late_at !== null) return "FAILED_LATE";
  return refund.status === "REQUESTED" && isByHand ? "BY_HAND" : refund.status;
}

export function shownPostings(postings: readonly PostedTransfer[], locale: Locale) {
  return postings.map((each) => ({
    transaction: each.transaction_id,
    kind: each.kind,
    from: { code: each.from, owner: each.from_owner },
    to: { code: each.to, owner: each.to_owner },
    amount: formatAmount(each.amount_minor, each.currency, locale),
    at: formatDay(each.effective_at, locale),
  }));
}

export function shownBooking(
  entry: {
    id: string;
    direction: "DEBIT" | "CREDIT";
    amount_minor: number;
    currency: string;
    booked_on: string;
    masked_account: string | null;
    end_to_end_ref: string | null;
    bank_ref: string | null;
    payout_id: string | null;
    batch_id: string | null;
    settlement_id: string | null;
  },
  locale: Locale,
) {
  const { id, direction, amount_minor, currency, payout_id, batch_id, settlement_id } = entry;
  return {
    ...{ id, direction, payout_id, batch_id, settlement_id },
    amount: formatAmount(direction === "DEBIT" ? -amount_minor : amount_minor, currency, locale),
    booked: formatDay(new Date(`${entry.booked_on}T12:00:00Z`), locale),
    account: entry.masked_account,
    reference: entry.end_to_end_ref ?? entry.bank_ref,
  };
}

export type ShownBooking = ReturnType<typeof shownBooking>;

export function aboutBooking({ payout_id, batch_id, settlement_id }: ShownBooking) {
  if (payout_id) return { name: "payout", href: `/admin/payouts/${payout_id}` } as const;
  if (batch_id) return { name: "batch", href: `/admin/payouts/batches/${batch_id}` } as const;
  if (settlement_id)
    return { name: "settlement", href: `/admin/books/settlements/${settlement_id}` } as const;
  return null;
}

export function fileFaultText(
  context: Readonly<RouterContextProvider>,
  { fault, path, line }: FileFault,
): string {
  const { t } = deskOf(context);
  const what = t(`bank:fault.${fault}`);
  if (path === "/" && line === null) return t("bank:refusedWhole", { what });
  const place = line === null ? path : t("bank:place", { path, line });
  return t("bank:refused", { what, place });
}

export function shownEvent(
  event: {
    id: string;
    event_ref: string;
    kind: SettledKind;
    payment_ref: string | null;
    reference: string | null;
    currency: string;
    gross_minor: number;
    fee_minor: number;
    other_currency: string | null;
    other_minor: number | null;
    occurred_on: string;
  },
  locale: Locale,
) {
  const { id, event_ref, kind, payment_ref, reference, other_currency, other_minor } = event;
  const show = (amount: number) => formatAmount(amount, event.currency, locale);
  const other =
    other_minor === null || other_currency === null
      ? null
      : formatAmount(other_minor, other_currency, locale);
  return {
    ...{ id, event_ref, kind, payment_ref, reference },
    amount: other === null ? show(event.gross_minor) : `${show(event.gross_minor)} → ${other}`,
    fee: event.fee_minor === 0 ? "–" : show(event.fee_minor),
    occurred: formatDay(new Date(`${event.occurred_on}T12:00:00Z`), locale),
  };
}

export function showDeskPayout(payout: AdminPayout, locale: Locale) {
  const { id, creator_id, creator, rail, status, currency } = payout;
  const show = (amount: number) => formatAmount(amount, currency, locale);
  return {
    ...{ id, creator_id, creator, rail, status },
    net: show(payout.net_minor),
    gross: show(payout.amount_minor),
    fee: show(payout.fee_minor),
  };
}

export function payoutTotals(
  payouts: readonly AdminPayout[],
  isOfEveryState: boolean,
  locale: Locale,
): ShownTotal[] {
  const counted = payouts.filter(({ status }) => !isOfEveryState || status !== "FAILED");
  return totalsOf(
    counted.map(({ net_minor, currency }) => ({ amount_minor: net_minor, currency })),
    locale,
  );
}
