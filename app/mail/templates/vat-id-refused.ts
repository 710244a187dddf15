import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** Invalid by VIES: reverse charge ends. */
export const vatIdRefused = mailTemplate({
  params: z.object({ vat_id: z.string(), checked_at: z.iso.datetime() }),
  sample: { vat_id: "FR40303265045", checked_at: "2026-11-21T09:30:00.000Z" },
  write({ vat_id, checked_at }, { locale, t, publicUrl }) {
    const at = formatMomentInBerlin(checked_at, locale);
    return letter({
      locale,
      subject: t("vatIdRefused.subject"),
      heading: t("vatIdRefused.subject"),
      paragraphs: [t("vatIdRefused.text", { vat_id, at }), t("vatIdRefused.effect"), t("vatIdRefused.next")],
      link: { text: t("vatIdRefused.open"), url: `${publicUrl}/account/edit` },
      footer: t("payoutFailed.footer"),
    });
  },
});
