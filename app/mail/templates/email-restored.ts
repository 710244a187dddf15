import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** To the address that an account has back. */
export const emailRestored = mailTemplate({
  params: z.object({ token_id: z.string() }),
  sample: { token_id: "sample" },
  write({ token_id }, { locale, t, publicUrl, tokens }) {
    const url = `${publicUrl}/password/reset/${tokens.sign("password", token_id)}`;
    return letter({
      locale,
      subject: t("emailRestored.subject"),
      heading: t("emailRestored.heading"),
      paragraphs: [t("emailRestored.text"), t("emailRestored.check"), t("passwordReset.once")],
      link: { text: t("passwordReset.open"), url },
      footer: t("emailRestored.footer"),
    });
  },
});
