import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** Near or above the yearly reporting threshold without tax details. */
export const taxDetailsWanted = mailTemplate({
  params: z.object({ year: z.number(), is_reportable: z.boolean() }),
  sample: { year: 2026, is_reportable: false },
  write({ year, is_reportable }, { locale, t, publicUrl }) {
    return letter({
      locale,
      subject: t("taxDetails.subject"),
      heading: t("taxDetails.subject"),
      paragraphs: [
        t(is_reportable ? "taxDetails.reportable" : "taxDetails.near", { year: String(year) }),
        t("taxDetails.text"),
      ],
      link: { text: t("taxDetails.open"), url: `${publicUrl}/account/tax` },
      footer: t("taxDetails.footer"),
    });
  },
});
