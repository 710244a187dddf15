import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** To the new address of an account. */
export const emailChange = mailTemplate({
  params: z.object({ token_id: z.string() }),
  sample: { token_id: "sample" },
  write({ token_id }, { locale, t, publicUrl, tokens }) {
    const url = `${publicUrl}/email/confirm/${tokens.sign("email", token_id)}`;
    return letter({
      locale,
      subject: t("emailChange.subject"),
      heading: t("emailChange.heading"),
      paragraphs: [t("emailChange.text"), t("emailChange.validity")],
      link: { text: t("emailChange.open"), url },
      footer: t("emailChange.footer"),
    });
  },
});
