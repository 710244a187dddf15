import { z } from "zod";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const payoutCode = mailTemplate({
  params: z.object({ details_id: z.string() }),
  sample: { details_id: "sample" },
  write({ details_id }, writing) {
    const { t, publicUrl, tokens } = writing;
    const url = `${publicUrl}/account/payoutdata/${details_id}/confirm`;
    const code = tokens.code("payout-code", details_id);
    const shown = `${code.slice(0, 3)} ${code.slice(3)}`;
    return namedLetter("payoutCode", writing, {
      paragraphs: [t("payoutCode.text"), shown, t("payoutCode.minutes")],
      code: shown,
      link: { text: t("payoutCode.open"), url },
    });
  },
});
