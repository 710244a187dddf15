import { z } from "zod";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** To the old address, so a takeover is noticed. */
export const emailChangeNotice = mailTemplate({
  params: z.object({ new_email: z.string() }),
  sample: { new_email: "ida.lund@example.org" },
  write({ new_email }, writing) {
    const { t, publicUrl } = writing;
    const url = `${publicUrl}/account/security`;
    return namedLetter("emailChangeNotice", writing, {
      paragraphs: [t("emailChangeNotice.text", { email: new_email })],
      link: { text: t("security.open"), url },
    });
  },
});
