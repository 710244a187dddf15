import { mailParams } from "../../domain/mails/mail-params.ts";
import { formatDay, formatList } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const newTip = mailTemplate({
  params: mailParams.new_tip,
  sample: {
    sender_name: "Nora",
    item_name: null,
    message: "Das Lied mit dem Regen höre ich jeden Morgen.",
    currency: "EUR",
    amount_minor: 10_00,
  },
  write(tip, { locale, t, publicUrl }) {
    const url = `${publicUrl}/dashboard`;
    const amount = formatAmount(tip.amount_minor, tip.currency, locale);
    const name = tip.sender_name ?? t("newTip.anonymous");
    return letter({
      locale,
      subject: t("newTip.subject", { name, amount }),
      heading: t("newTip.heading"),
      paragraphs: [
        tip.item_name
          ? t("newTip.forItem", { name, amount, item: tip.item_name })
          : t("newTip.text", { name, amount }),
        ...(tip.message ? [t("newTip.message", { message: tip.message })] : []),
      ],
      link: { text: t("newTip.open"), url },
      footer: t("newTip.footer", { url: `${publicUrl}/account/settings` }),
    });
  },
});

export const newTips = mailTemplate({
  params: mailParams.new_tips,
  sample: {
    count: 3,
    sums: [
      { currency: "EUR", amount_minor: 35_00 },
      { currency: "USD", amount_minor: 5_00 },
    ],
  },
  write({ count, sums }, { locale, t, publicUrl }) {
    const url = `${publicUrl}/dashboard`;
    const amounts = sums.map((sum) => formatAmount(sum.amount_minor, sum.currency, locale));
    const total = formatList(amounts, locale);
    return letter({
      locale,
      subject: t("newTips.subject", { count, total }),
      heading: t("newTips.heading"),
      paragraphs: [t("newTips.text", { count, total })],
      link: { text: t("newTip.open"), url },
      footer: t("newTip.footer", { url: `${publicUrl}/account/settings` }),
    });
  },
});

export const thankYou = mailTemplate({
  params: mailParams.thank_you,
  sample: {
    creator_name: "Jördis Kessler",
    creator_username: "joerdis",
    message: "Danke dir! Das nächste Lied ist fast fertig.",
    currency: "EUR",
    amount_minor: 10_00,
    paid_at: "2026-11-20T18:30:00.000Z",
    address_key: "00000000-0000-4000-8000-000000000000",
  },
  write(reply, { locale, t, publicUrl, tokens }) {
    const amount = formatAmount(reply.amount_minor, reply.currency, locale);
    const name = reply.creator_name;
    const stop = `${publicUrl}/email/stop/${tokens.sign("thank-you-stop", reply.address_key)}`;
    return letter({
      locale,
      subject: t("thankYou.subject", { name }),
      paragraphs: [
        t("thankYou.message", { message: reply.message }),
        reply.paid_at === null
          ? t("thankYou.monthly", { amount })
          : t("thankYou.about", { amount, day: formatDay(reply.paid_at, locale) }),
      ],
      link:
        reply.series_id === undefined
          ? { text: t("thankYou.open", { name }), url: `${publicUrl}/${reply.creator_username}` }
          : {
              text: t("series.open"),
              url: `${publicUrl}/monthly/${tokens.sign("series", reply.series_id)}`,
            },
      footer: t("thankYou.footer"),
      stop: { text: t("thankYou.stop"), url: stop },
    });
  },
});

export const refundRequested = mailTemplate({
  params: mailParams.refund_requested,
  sample: {
    tip_id: "00000000-0000-4000-8000-000000000000",
    currency: "EUR",
    amount_minor: 10_00,
    until: "2026-12-04T18:30:00.000Z",
  },
  write(request, { locale, t, publicUrl }) {
    const amount = formatAmount(request.amount_minor, request.currency, locale);
    return letter({
      locale,
      subject: t("refundRequested.subject", { amount }),
      paragraphs: [t("refundRequested.text", { amount, day: formatDay(request.until, locale) })],
      link: { text: t("refundRequested.open"), url: `${publicUrl}/dashboard/tips/${request.tip_id}` },
    });
  },
});

export const refundAnswered = mailTemplate({
  params: mailParams.refund_answered,
  sample: {
    payment_id: "00000000-0000-4000-8000-000000000000",
    is_refunded: false,
    currency: "EUR",
    amount_minor: 10_00,
  },
  write(request, { locale, t, publicUrl, tokens }) {
    const amount = formatAmount(request.amount_minor, request.currency, locale);
    const kind = request.is_refunded ? "refunded" : "declined";
    return letter({
      locale,
      subject: t("refundAnswered.subject"),
      paragraphs: [t(`refundAnswered.${kind}`, { amount })],
      link: {
        text: t("refundAnswered.open"),
        url: `${publicUrl}/receipt/${tokens.sign("receipt", request.payment_id)}`,
      },
    });
  },
});
