import type { RouterContextProvider } from "react-router";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { leftAfter, type Receipt } from "../../domain/tips/receipt.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";

export interface ShownRefund {
  id: string;
  day: string;
  is_done: boolean;
  lines: { name: string; amount: string }[];
  back: string;
  credit_note: ShownDocument | null;
}

interface ShownDocument {
  number: number;
  path: string;
}

export interface ShownReturn {
  id: string;
  amount: string;
  day: string;
  credit_note: ShownDocument | null;
  cancellation: ShownDocument | null;
}

/** Failed after completion. */
export function shownReturns(
  context: Readonly<RouterContextProvider>,
  token: string,
  { came_back }: Receipt,
): ShownReturn[] {
  const locale = getLocale(context);
  return came_back.map(
    ({ id, charged_minor, charged_currency, came_back_at, credit_note, cancellation }) => ({
      id,
      amount: formatAmount(charged_minor, charged_currency, locale),
      day: formatDay(came_back_at, locale),
      credit_note: credit_note && { number: credit_note.number, path: notePath(token, id) },
      cancellation: cancellation && {
        number: cancellation.number,
        path: `${notePath(token, id)}/cancellation`,
      },
    }),
  );
}

const notePath = (token: string, refundId: string) => `/receipt/${token}/credit-notes/${refundId}`;

export function shownRefunds(
  context: Readonly<RouterContextProvider>,
  token: string,
  { payment, refunds, receiver }: Receipt,
): { refunds: ShownRefund[]; left: string } {
  const locale = getLocale(context);
  const t = getTexts(context, "result");
  const show = (amount: number) => formatAmount(amount, payment.currency, locale);
  const part = (name: "tip" | "voucher" | "fee" | "vat", amount: number) =>
    amount === 0 ? [] : [{ name: t(`receipt.parts.${name}`), amount: show(amount) }];
  return {
    refunds: refunds.map(({ id, at, is_done, credit_note, ...refund }) => ({
      ...{ id, is_done, day: formatDay(at, locale) },
      lines: [
        ...part(receiver === null ? "voucher" : "tip", refund.tip_minor),
        ...part("fee", refund.service_fee_minor),
        ...part("vat", refund.vat_minor),
      ],
      back: formatAmount(refund.charged_minor, refund.charged_currency, locale),
      credit_note: credit_note && { number: credit_note.number, path: notePath(token, id) },
    })),
    left: show(leftAfter(payment, refunds)),
  };
}
