import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const secondFactorChanged = mailTemplate({
  params: z.object({ is_on: z.boolean(), changed_at: z.iso.datetime() }),
  sample: { is_on: true, changed_at: "2026-11-21T09:30:00.000Z" },
  write({ is_on, changed_at }, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/security`;
    const at = formatMomentInBerlin(changed_at, locale);
    return letter({
      locale,
      subject: is_on ? t("secondFactor.subjectOn") : t("secondFactor.subjectOff"),
      heading: is_on ? t("secondFactor.subjectOn") : t("secondFactor.subjectOff"),
      paragraphs: [is_on ? t("secondFactor.textOn", { at }) : t("secondFactor.textOff", { at })],
      link: { text: t("security.open"), url },
      footer: t("secondFactor.footer"),
    });
  },
});
