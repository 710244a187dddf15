import { z } from "zod";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const verificationAccepted = mailTemplate({
  params: z.object({}),
  sample: {},
  write(_, writing) {
    const { t, publicUrl } = writing;
    const url = `${publicUrl}/dashboard`;
    return namedLetter("verificationAccepted", writing, {
      paragraphs: [t("verificationAccepted.text")],
      link: { text: t("verificationAccepted.open"), url },
    });
  },
});
