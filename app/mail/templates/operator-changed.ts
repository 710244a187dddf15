import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** To all other operators, about a new one or a changed second factor. */
export const operatorChanged = mailTemplate({
  params: z.object({
    change: z.enum(["created", "factor_on", "factor_off"]),
    email: z.string(),
    changed_at: z.iso.datetime(),
  }),
  sample: { change: "created", email: "grace@example.org", changed_at: "2026-11-21T09:30:00.000Z" },
  write({ change, email, changed_at }, { locale, t, publicUrl }) {
    const subject = t(`operatorChanged.subject.${change}`);
    return letter({
      locale,
      subject,
      heading: subject,
      paragraphs: [
        t(`operatorChanged.text.${change}`, { email, at: formatMomentInBerlin(changed_at, locale) }),
      ],
      link: { text: t("operatorChanged.open"), url: `${publicUrl}/admin/audit` },
      footer: t("operatorChanged.footer"),
    });
  },
});
