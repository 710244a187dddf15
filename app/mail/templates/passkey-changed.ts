import { z } from "zod";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const passkeyChanged = mailTemplate({
  params: z.object({ is_added: z.boolean(), name: z.string(), changed_at: z.iso.datetime() }),
  sample: { is_added: true, name: "Phone", changed_at: "2026-11-21T09:30:00.000Z" },
  write({ is_added, name, changed_at }, { locale, t, publicUrl }) {
    const at = formatMomentInBerlin(changed_at, locale);
    const subject = is_added ? t("passkey.subjectAdded") : t("passkey.subjectRemoved");
    return letter({
      locale,
      subject,
      heading: subject,
      paragraphs: [is_added ? t("passkey.textAdded", { at, name }) : t("passkey.textRemoved", { at, name })],
      link: { text: t("security.open"), url: `${publicUrl}/account/security` },
      footer: t("secondFactor.footer"),
    });
  },
});
