import { z } from "zod";
import { formatDay, formatList } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const newTip = mailTemplate({
  params: z.object({
    sender_name: z.string().nullable(),
    item_name: z.string().nullable(),
    message: z.string().nullable(),
    currency: z.string(),
    amount_minor: z.number(),
  }),
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

/** Count, and sum by currency. */
export const newTips = mailTemplate({
  params: z.object({
    count: z.number(),
    sums: z.array(z.object({ currency: z.string(), amount_minor: z.number() })),
  }),
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
  params: z.object({
    creator_name: z.string(),
    creator_username: z.string(),
    message: z.string(),
    currency: z.string(),
    amount_minor: z.number(),
    paid_at: z.string(),
    /** From the fan's address, for the unsubscribe link. */
    address_key: z.string(),
  }),
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
      heading: t("thankYou.heading", { name }),
      paragraphs: [
        t("thankYou.message", { message: reply.message }),
        t("thankYou.about", { amount, day: formatDay(reply.paid_at, locale) }),
      ],
      link: { text: t("thankYou.open", { name }), url: `${publicUrl}/${reply.creator_username}` },
      footer: t("thankYou.footer"),
      stop: { text: t("thankYou.stop"), url: stop },
    });
  },
});
