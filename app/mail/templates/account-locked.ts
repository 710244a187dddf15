import { z } from "zod";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const accountLocked = mailTemplate({
  params: z.object({ reason: z.string().nullable() }),
  sample: { reason: "Several artists reported pictures as theirs." },
  write({ reason }, writing) {
    const { t, publicUrl } = writing;
    const url = `${publicUrl}/account/locked`;
    return namedLetter("accountLocked", writing, {
      paragraphs: [
        t("accountLocked.text"),
        reason === null ? t("accountLocked.declined") : t("accountLocked.reason", { reason }),
      ],
      link: { text: t("accountLocked.open"), url },
    });
  },
});
