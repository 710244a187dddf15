import { mailParams } from "../../domain/mails/mail-params.ts";
import { formatDay } from "../../domain/money/formats.ts";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

/** Art. 17 DSA, to the reporter or the content's owner. */
export const contentDecision = mailTemplate({
  params: mailParams.content_decision,
  sample: {
    token_id: "sample",
    number: 1042,
    side: "CREATOR",
    decision: "REMOVED",
    reasons: "The picture shows a person who did not agree to that. Our terms and the law forbid it.",
    is_complaint: false,
    until: "2027-05-23T10:00:00.000Z",
  },
  write({ token_id, number, side, decision, reasons, is_complaint, until }, writing) {
    const { t, locale, publicUrl, tokens } = writing;
    return namedLetter("contentDecision", writing, {
      paragraphs: [
        t(`contentDecision.side.${side}`, { number: String(number) }),
        ...(is_complaint ? [t("contentDecision.complaint")] : []),
        t(`contentDecision.decision.${decision}`),
        t("contentDecision.reasons", { reasons }),
        t("contentDecision.human"),
        t("contentDecision.until", { date: formatDay(until, locale) }),
      ],
      link: {
        text: t("contentDecision.open"),
        url: `${publicUrl}/report/${tokens.sign("content-case", token_id)}`,
      },
    });
  },
});

export const contentNotice = mailTemplate({
  params: mailParams.content_notice,
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
