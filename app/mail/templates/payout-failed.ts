import { z } from "zod";
import { bankReason } from "../../domain/money/bank-reason.ts";
import { formatAmount } from "../../domain/money/minor.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const payoutFailed = mailTemplate({
  params: z.object({
    currency: z.string(),
    amount_minor: z.number(),
    masked_account: z.string(),
    reason: z.string().nullable(),
    /** Cancels the statement of a sent payout. */
    cancellation_number: z.number().nullable().default(null),
  }),
  sample: {
    currency: "EUR",
    amount_minor: 180_00,
    masked_account: "DE•• •••• 3000",
    reason: "Account closed",
    cancellation_number: 43,
  },
  write(payout, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/payoutdata`;
    const amount = formatAmount(payout.amount_minor, payout.currency, locale);
    const { masked_account, reason, cancellation_number: number } = payout;
    return letter({
      locale,
      subject: t("payoutFailed.subject", { amount }),
      heading: t("payoutFailed.heading"),
      paragraphs: [
        t("payoutFailed.text", { amount, masked_account }),
        ...(reason
          ? [t("payoutFailed.reason", { reason: bankReason(reason, (code) => t(`bankCodes:${code}`)) })]
          : []),
        ...(number === null ? [] : [t("payoutFailed.cancelled", { number })]),
        t("payoutFailed.next"),
      ],
      link: { text: t("payoutData.open"), url },
      footer: t("payoutFailed.footer"),
    });
  },
});
