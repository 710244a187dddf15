import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** Confirms the address that an account was opened with. */
export const register = mailTemplate({
  params: z.object({ token_id: z.string() }),
  sample: { token_id: "sample" },
  write({ token_id }, { locale, t, publicUrl, tokens }) {
    const url = `${publicUrl}/register/confirm/${tokens.sign("register", token_id)}`;
    return letter({
      locale,
      subject: t("register.subject"),
      heading: t("register.heading"),
      paragraphs: [t("register.text"), t("register.validity")],
      link: { text: t("register.open"), url },
      footer: t("register.footer"),
    });
  },
});
