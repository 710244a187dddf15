import type { RouterContextProvider } from "react-router";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { leftAfter, type Receipt } from "../../domain/tips/tips.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";

/** A refund as the page of its receipt shows it. */
export interface ShownRefund {
  id: string;
  day: string;
  is_done: boolean;
  lines: { name: string; amount: string }[];
  back: string;
  credit_note: { number: number; path: string } | null;
}

/** What went back of a receipt's payment in the reader's words, and what is left. */
export function shownRefunds(
  context: Readonly<RouterContextProvider>,
  token: string,
  { payment, refunds }: Receipt,
): { refunds: ShownRefund[]; left: string } {
  const locale = getLocale(context);
  const t = getTexts(context, "result");
  const show = (amount: number) => formatAmount(amount, payment.currency, locale);
  const part = (name: "tip" | "fee" | "vat", amount: number) =>
    amount === 0 ? [] : [{ name: t(`receipt.parts.${name}`), amount: show(amount) }];
  return {
    refunds: refunds.map(({ id, at, is_done, credit_note, ...refund }) => ({
      ...{ id, is_done, day: formatDay(at, locale) },
      lines: [
        ...part("tip", refund.tip_minor),
        ...part("fee", refund.service_fee_minor),
        ...part("vat", refund.vat_minor),
      ],
      back: formatAmount(refund.charged_minor, refund.charged_currency, locale),
      credit_note: credit_note && {
        number: credit_note.number,
        path: `/receipt/${token}/credit-notes/${id}`,
      },
    })),
    left: show(leftAfter(payment, refunds)),
  };
}
