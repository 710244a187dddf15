import { z } from "zod";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const payoutSent = mailTemplate({
  params: z.object({
    currency: z.string(),
    amount_minor: z.number(),
    fee_minor: z.number(),
    masked_account: z.string(),
    statement_number: z.number(),
  }),
  sample: {
    currency: "EUR",
    amount_minor: 180_00,
    fee_minor: 1_50,
    masked_account: "DE•• •••• 3000",
    statement_number: 42,
  },
  write(payout, { locale, t, publicUrl }) {
    const url = `${publicUrl}/payout`;
    const { currency, masked_account } = payout;
    const net = formatAmount(payout.amount_minor - payout.fee_minor, currency, locale);
    return letter({
      locale,
      subject: t("payoutSent.subject", { amount: net }),
      heading: t("payoutSent.heading"),
      paragraphs: [
        t("payoutSent.text", { amount: net, masked_account }),
        ...(payout.fee_minor > 0
          ? [t("payoutSent.fee", { fee: formatAmount(payout.fee_minor, currency, locale) })]
          : []),
        t("payoutSent.statement", { number: payout.statement_number }),
      ],
      link: { text: t("payoutSent.open"), url },
      footer: t("payoutSent.footer"),
    });
  },
});
