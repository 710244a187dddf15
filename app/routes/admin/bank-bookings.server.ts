import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";

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

/** What the booking belongs to, by a name of `bank:about`. */
export function aboutBooking({ payout_id, batch_id, settlement_id }: ShownBooking) {
  if (payout_id) return { name: "payout", href: `/admin/payouts/${payout_id}` } as const;
  if (batch_id) return { name: "batch", href: `/admin/payouts/batches/${batch_id}` } as const;
  if (settlement_id)
    return { name: "settlement", href: `/admin/books/settlements/${settlement_id}` } as const;
  return null;
}
