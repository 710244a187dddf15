import { mailParams } from "../../domain/mails/mail-params.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** The code is only on the linked page (docs/product.md, 5.12). */
export const voucherBought = mailTemplate({
  params: mailParams.voucher_bought,
  sample: {
    voucher_id: "00000000-0000-4000-8000-000000000001",
    payment_id: "00000000-0000-4000-8000-000000000002",
    amount_minor: 25_00,
    currency: "EUR",
    valid_until: "2029-12-31",
    withdrawal_days: 14,
  },
  write({ voucher_id, payment_id, withdrawal_days, ...facts }, { locale, t, publicUrl, tokens }) {
    const { amount_minor, currency, valid_until } = facts;
    const amount = formatAmount(amount_minor, currency, locale);
    return letter({
      locale,
      subject: t("voucherBought.subject", { amount }),
      hasOwnLinks: true,
      paragraphs: [
        t("voucherBought.text", { day: formatDay(valid_until, locale) }),
        t("voucherBought.withdrawal", { days: withdrawal_days, url: `${publicUrl}/voucher/withdrawal` }),
        ...(payment_id === undefined
          ? []
          : [
              t("voucherBought.receipt", {
                url: `${publicUrl}/receipt/${tokens.sign("receipt", payment_id)}`,
              }),
            ]),
      ],
      link: {
        text: t("voucherBought.open"),
        url: `${publicUrl}/voucher/code/${tokens.sign("voucher-code", voucher_id)}`,
      },
      footer: t("voucherBought.footer"),
    });
  },
});

const PAGES = {
  pending: "/account/verification",
  redeemed: "/dashboard",
  returned: "/voucher/redeem",
  taken_back: "/account/verification",
  withdrawn: "/voucher",
} as const;

/** To the redeeming creator or the withdrawing buyer (docs/product.md, 5.12). */
export const voucherNews = mailTemplate({
  params: mailParams.voucher_news,
  sample: { kind: "redeemed", amount_minor: 25_00, currency: "EUR", code_end: "3HNA" },
  write({ kind, amount_minor, currency, code_end }, { locale, t, publicUrl }) {
    const amount = formatAmount(amount_minor, currency, locale);
    return letter({
      locale,
      subject: t(`voucherNews.subject.${kind}`, { amount }),
      paragraphs: [t(`voucherNews.text.${kind}`, { amount, end: code_end })],
      link: { text: t(`voucherNews.open.${kind}`), url: `${publicUrl}${PAGES[kind]}` },
      footer: t("voucherNews.footer", { end: code_end }),
    });
  },
});
