import { z } from "zod";
import { formatList } from "../../domain/money/formats.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

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
