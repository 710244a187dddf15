import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** The way back in after a forgotten password. */
export const passwordReset = mailTemplate({
  params: z.object({ token_id: z.string() }),
  sample: { token_id: "sample" },
  write({ token_id }, { locale, t, publicUrl, tokens }) {
    const url = `${publicUrl}/password/reset/${tokens.sign("password", token_id)}`;
    return letter({
      locale,
      subject: t("passwordReset.subject"),
      heading: t("passwordReset.heading"),
      paragraphs: [t("passwordReset.text"), t("passwordReset.validity")],
      link: { text: t("passwordReset.open"), url },
      footer: t("passwordReset.footer"),
    });
  },
});
