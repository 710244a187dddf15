import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** To the previous address, with the undo link. */
export const emailChanged = mailTemplate({
  params: z.object({
    token_id: z.string(),
    new_email: z.string(),
    undo_until: z.iso.datetime(),
  }),
  sample: { token_id: "sample", new_email: "ida.lund@example.org", undo_until: "2026-11-21T09:30:00.000Z" },
  write({ token_id, new_email, undo_until }, writing) {
    const { locale, t, publicUrl, tokens } = writing;
    const url = `${publicUrl}/email/undo/${tokens.sign("email-undo", token_id)}`;
    return namedLetter("emailChanged", writing, {
      paragraphs: [
        t("emailChanged.text", { email: new_email }),
        t("emailChanged.undo", { until: formatMomentInBerlin(undo_until, locale) }),
      ],
      link: { text: t("emailChanged.open"), url },
    });
  },
});
