import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount, type Locale } from "../../../domain/money/minor.ts";
import type { AdminPayout } from "../../../domain/payouts/batches/admin-queries.server.ts";
import { type ShownTotal, totalsOf } from "../totals.server.ts";

export function showDeskPayout(payout: AdminPayout, locale: Locale) {
  const { id, creator_id, creator, rail, status, currency } = payout;
  const show = (amount: number) => formatAmount(amount, currency, locale);
  return {
    ...{ id, creator_id, creator, rail, status },
    net: show(payout.net_minor),
    gross: show(payout.amount_minor),
    fee: show(payout.fee_minor),
    requested: formatMoment(payout.requested_at, locale),
  };
}

/** Failed payouts count only in their own list. */
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
