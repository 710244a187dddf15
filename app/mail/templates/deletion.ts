import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** The link that deletes an account. */
export const deletion = mailTemplate({
  params: z.object({ token_id: z.string() }),
  sample: { token_id: "sample" },
  write({ token_id }, { locale, t, publicUrl, tokens }) {
    const url = `${publicUrl}/account/delete/${tokens.sign("deletion", token_id)}`;
    return letter({
      locale,
      subject: t("deletion.subject"),
      heading: t("deletion.heading"),
      paragraphs: [t("deletion.text"), t("deletion.validity")],
      link: { text: t("deletion.open"), url },
      footer: t("deletion.footer"),
    });
  },
});
