import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** The account is locked, and why. */
export const accountLocked = mailTemplate({
  params: z.object({ reason: z.string().nullable() }),
  sample: { reason: "Several artists reported pictures as theirs." },
  write({ reason }, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/locked`;
    return letter({
      locale,
      subject: t("accountLocked.subject"),
      heading: t("accountLocked.heading"),
      paragraphs: [
        t("accountLocked.text"),
        reason === null ? t("accountLocked.declined") : t("accountLocked.reason", { reason }),
      ],
      link: { text: t("accountLocked.open"), url },
      footer: t("accountLocked.footer"),
    });
  },
});
