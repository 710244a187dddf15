import type { TFunction } from "i18next";
import type { Locale } from "../../domain/money/minor.ts";
import type { MailParams } from "../outbox.server.ts";
import { letter } from "./letter.tsx";
import type { MailContent } from "./mail-layout.tsx";

interface LinkSurroundings {
  locale: Locale;
  t: TFunction<"mail">;
  /** Where the mail's button leads. */
  url: string;
}

/** The creator's page is open. */
export function verificationAcceptedMail({ locale, t, url }: LinkSurroundings): MailContent {
  return letter({
    locale,
    subject: t("verificationAccepted.subject"),
    heading: t("verificationAccepted.heading"),
    paragraphs: [t("verificationAccepted.text")],
    link: { text: t("verificationAccepted.open"), url },
    footer: t("verificationAccepted.footer"),
  });
}

/** What is wrong with which document, in the operator's words. */
export function verificationDeclinedMail(
  { reasons }: MailParams["verification_declined"],
  { locale, t, url }: LinkSurroundings,
): MailContent {
  return letter({
    locale,
    subject: t("verificationDeclined.subject"),
    heading: t("verificationDeclined.heading"),
    paragraphs: [
      t("verificationDeclined.text"),
      ...reasons.map(({ kind, reason }) =>
        t("verificationDeclined.reason", { document: t(`document.${kind}`), reason }),
      ),
      t("verificationDeclined.again"),
    ],
    link: { text: t("verificationDeclined.open"), url },
    footer: t("verificationDeclined.footer"),
  });
}

/** The account is locked, and why. */
export function accountLockedMail(
  { reason }: MailParams["account_locked"],
  { locale, t, url }: LinkSurroundings,
): MailContent {
  return letter({
    locale,
    subject: t("accountLocked.subject"),
    heading: t("accountLocked.heading"),
    paragraphs: [
      t("accountLocked.text"),
      reason === null ? t("accountLocked.declined") : t("accountLocked.reason", { reason }),
    ],
    link: { text: t("accountLocked.open"), url },
    footer: t("accountLocked.footer"),
  });
}
