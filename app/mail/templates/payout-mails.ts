import type { TFunction } from "i18next";
import { formatAmount, type Locale } from "../../domain/money/minor.ts";
import type { MailParams } from "../outbox.server.ts";
import { letter } from "./letter.tsx";
import type { MailContent } from "./mail-layout.tsx";

interface Surroundings {
  locale: Locale;
  t: TFunction<"mail">;
  /** Where the mail's button leads. */
  url: string;
}

/** The six digits that confirm new payout data. */
export function payoutCodeMail(code: string, { locale, t, url }: Surroundings): MailContent {
  const shown = `${code.slice(0, 3)} ${code.slice(3)}`;
  return letter({
    locale,
    subject: t("payoutCode.subject"),
    heading: t("payoutCode.heading"),
    paragraphs: [t("payoutCode.text"), shown, t("payoutCode.minutes")],
    code: shown,
    link: { text: t("payoutCode.open"), url },
    footer: t("payoutCode.footer"),
  });
}

/** What an operator decided about new payout data. */
export function payoutDataDecidedMail(
  { is_accepted, reason, masked_account }: MailParams["payout_data_decided"],
  { locale, t, url }: Surroundings,
): MailContent {
  return letter({
    locale,
    subject: is_accepted ? t("payoutData.accepted") : t("payoutData.declined"),
    heading: is_accepted ? t("payoutData.accepted") : t("payoutData.declined"),
    paragraphs: is_accepted
      ? [t("payoutData.acceptedText", { masked_account })]
      : [
          t("payoutData.declinedText", { masked_account }),
          ...(reason ? [t("payoutData.reason", { reason })] : []),
        ],
    link: { text: t("payoutData.open"), url },
    footer: t("payoutData.footer"),
  });
}

/** The money has left for the creator's account. */
export function payoutSentMail(
  payout: MailParams["payout_sent"],
  { locale, t, url }: Surroundings,
): MailContent {
  const { currency, masked_account } = payout;
  const net = formatAmount(payout.amount_minor - payout.fee_minor, currency, locale);
  return letter({
    locale,
    subject: t("payoutSent.subject", { amount: net }),
    heading: t("payoutSent.heading"),
    paragraphs: [
      t("payoutSent.text", { amount: net, masked_account }),
      ...(payout.fee_minor > 0
        ? [t("payoutSent.fee", { fee: formatAmount(payout.fee_minor, currency, locale) })]
        : []),
      t("payoutSent.statement", { number: payout.statement_number }),
    ],
    link: { text: t("payoutSent.open"), url },
    footer: t("payoutSent.footer"),
  });
}

/** The bank sent the money back; it is there to be paid out again. */
export function payoutFailedMail(
  payout: MailParams["payout_failed"],
  { locale, t, url }: Surroundings,
): MailContent {
  const amount = formatAmount(payout.amount_minor, payout.currency, locale);
  const { masked_account, reason } = payout;
  return letter({
    locale,
    subject: t("payoutFailed.subject", { amount }),
    heading: t("payoutFailed.heading"),
    paragraphs: [
      t("payoutFailed.text", { amount, masked_account }),
      ...(reason ? [t("payoutFailed.reason", { reason })] : []),
      t("payoutFailed.next"),
    ],
    link: { text: t("payoutData.open"), url },
    footer: t("payoutFailed.footer"),
  });
}
