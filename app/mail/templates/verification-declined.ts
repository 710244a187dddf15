import { z } from "zod";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const verificationDeclined = mailTemplate({
  params: z.object({
    reasons: z.array(
      z.object({
        kind: z.enum(["mediafile_pass", "mediafile_passback", "mediafile_shootout", "mediafile_invoice"]),
        reason: z.string(),
      }),
    ),
  }),
  sample: {
    reasons: [{ kind: "mediafile_pass", reason: "The lower line cannot be read." }],
  },
  write({ reasons }, writing) {
    const { t, publicUrl } = writing;
    const url = `${publicUrl}/account/verification`;
    return namedLetter("verificationDeclined", writing, {
      paragraphs: [
        t("verificationDeclined.text"),
        ...reasons.map(({ kind, reason }) =>
          t("verificationDeclined.reason", { document: t(`document.${kind}`), reason }),
        ),
        t("verificationDeclined.again"),
      ],
      link: { text: t("verificationDeclined.open"), url },
    });
  },
});
