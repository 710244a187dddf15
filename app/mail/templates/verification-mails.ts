import { mailParams } from "../../domain/mails/mail-params.ts";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import { letter, namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const verificationAccepted = mailTemplate({
  params: mailParams.verification_accepted,
  sample: {},
  write(_, writing) {
    const { t, publicUrl } = writing;
    const url = `${publicUrl}/dashboard`;
    return namedLetter("verificationAccepted", writing, {
      paragraphs: [t("verificationAccepted.text")],
      link: { text: t("verificationAccepted.open"), url },
    });
  },
});

export const verificationDeclined = mailTemplate({
  params: mailParams.verification_declined,
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

/** Near or above the yearly reporting threshold without tax details. */
export const taxDetailsWanted = mailTemplate({
  params: mailParams.tax_details_wanted,
  sample: { year: 2026, is_reportable: false },
  write({ year, is_reportable }, { locale, t, publicUrl }) {
    return letter({
      locale,
      subject: t("taxDetails.subject"),
      paragraphs: [
        t(is_reportable ? "taxDetails.reportable" : "taxDetails.near", { year: String(year) }),
        t("taxDetails.text"),
      ],
      link: { text: t("taxDetails.open"), url: `${publicUrl}/account/tax` },
      footer: t("taxDetails.footer"),
    });
  },
});

/** By VIES: reverse charge ends. */
export const vatIdRefused = mailTemplate({
  params: mailParams.vat_id_refused,
  sample: { vat_id: "FR40303265045", checked_at: "2026-11-21T09:30:00.000Z" },
  write({ vat_id, checked_at }, { locale, t, publicUrl }) {
    const at = formatMomentInBerlin(checked_at, locale);
    return letter({
      locale,
      subject: t("vatIdRefused.subject"),
      paragraphs: [t("vatIdRefused.text", { vat_id, at }), t("vatIdRefused.effect"), t("vatIdRefused.next")],
      link: { text: t("vatIdRefused.open"), url: `${publicUrl}/account/edit` },
      footer: t("payoutFailed.footer"),
    });
  },
});
