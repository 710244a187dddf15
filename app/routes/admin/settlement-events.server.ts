import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import type { SettledKind } from "../../domain/payments/provider-port.ts";

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
