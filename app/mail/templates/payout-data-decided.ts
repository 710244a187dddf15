import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const payoutDataDecided = mailTemplate({
  params: z.object({
    is_accepted: z.boolean(),
    reason: z.string().nullable(),
    masked_account: z.string(),
  }),
  sample: { is_accepted: true, reason: null, masked_account: "DE•• •••• 3000" },
  write({ is_accepted, reason, masked_account }, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/payoutdata`;
    return letter({
      locale,
      subject: is_accepted ? t("payoutData.accepted") : t("payoutData.declined"),
      heading: is_accepted ? t("payoutData.accepted") : t("payoutData.declined"),
      paragraphs: is_accepted
        ? [t("payoutData.acceptedText", { masked_account })]
        : [
            t("payoutData.declinedText", { masked_account }),
            ...(reason ? [t("payoutData.reason", { reason })] : []),
          ],
      link: { text: t("payoutData.open"), url },
      footer: t("payoutData.footer"),
    });
  },
});
