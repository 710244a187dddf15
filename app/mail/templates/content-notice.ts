import { z } from "zod";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** To the reporter. */
export const contentNotice = mailTemplate({
  params: z.object({ token_id: z.string(), number: z.number() }),
  sample: { token_id: "sample", number: 1042 },
  write({ token_id, number }, writing) {
    const { t, publicUrl, tokens } = writing;
    return namedLetter("contentNotice", writing, {
      paragraphs: [t("contentNotice.text", { number: String(number) }), t("contentNotice.next")],
      link: {
        text: t("contentNotice.open"),
        url: `${publicUrl}/report/${tokens.sign("content-case", token_id)}`,
      },
    });
  },
});
