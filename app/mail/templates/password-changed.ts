import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const passwordChanged = mailTemplate({
  params: z.object({ changed_at: z.iso.datetime() }),
  sample: { changed_at: "2026-11-21T09:30:00.000Z" },
  write({ changed_at }, writing) {
    const { locale, t, publicUrl } = writing;
    const url = `${publicUrl}/password/forgot`;
    return namedLetter("passwordChanged", writing, {
      paragraphs: [t("passwordChanged.text", { at: formatMomentInBerlin(changed_at, locale) })],
      link: { text: t("passwordChanged.open"), url },
    });
  },
});
