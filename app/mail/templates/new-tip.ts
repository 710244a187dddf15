import { z } from "zod";
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
