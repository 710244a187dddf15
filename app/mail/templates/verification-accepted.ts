import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** The creator's page is open. */
export const verificationAccepted = mailTemplate({
  params: z.object({}),
  sample: {},
  write(_, { locale, t, publicUrl }) {
    const url = `${publicUrl}/dashboard`;
    return letter({
      locale,
      subject: t("verificationAccepted.subject"),
      heading: t("verificationAccepted.heading"),
      paragraphs: [t("verificationAccepted.text")],
      link: { text: t("verificationAccepted.open"), url },
      footer: t("verificationAccepted.footer"),
    });
  },
});
