import { z } from "zod";
import { letter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** To the old address of an account, so that nobody takes it over unseen. */
export const emailChangeNotice = mailTemplate({
  params: z.object({ new_email: z.string() }),
  sample: { new_email: "ida.lund@example.org" },
  write({ new_email }, { locale, t, publicUrl }) {
    const url = `${publicUrl}/account/security`;
    return letter({
      locale,
      subject: t("emailChangeNotice.subject"),
      heading: t("emailChangeNotice.heading"),
      paragraphs: [t("emailChangeNotice.text", { email: new_email })],
      link: { text: t("security.open"), url },
      footer: t("emailChangeNotice.footer"),
    });
  },
});
