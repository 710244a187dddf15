import type { TFunction } from "i18next";
import { formatMomentInBerlin } from "../../domain/money/formats.ts";
import type { Locale } from "../../domain/money/minor.ts";
import type { MailParams } from "../outbox.server.ts";
import { letter } from "./letter.tsx";
import type { MailContent } from "./mail-layout.tsx";

interface Surroundings {
  locale: Locale;
  t: TFunction<"mail">;
}

interface LinkSurroundings extends Surroundings {
  /** Where the mail's button leads. */
  url: string;
}

/** Confirms the address that an account was opened with. */
export function registerMail({ locale, t, url }: LinkSurroundings): MailContent {
  return letter({
    locale,
    subject: t("register.subject"),
    heading: t("register.heading"),
    paragraphs: [t("register.text"), t("register.validity")],
    link: { text: t("register.open"), url },
    footer: t("register.footer"),
  });
}

/** The way back in after a forgotten password. */
export function passwordResetMail({ locale, t, url }: LinkSurroundings): MailContent {
  return letter({
    locale,
    subject: t("passwordReset.subject"),
    heading: t("passwordReset.heading"),
    paragraphs: [t("passwordReset.text"), t("passwordReset.validity")],
    link: { text: t("passwordReset.open"), url },
    footer: t("passwordReset.footer"),
  });
}

/** The link that deletes an account. */
export function deletionMail({ locale, t, url }: LinkSurroundings): MailContent {
  return letter({
    locale,
    subject: t("deletion.subject"),
    heading: t("deletion.heading"),
    paragraphs: [t("deletion.text"), t("deletion.validity")],
    link: { text: t("deletion.open"), url },
    footer: t("deletion.footer"),
  });
}

/** To the new address of an account. */
export function emailChangeMail({ locale, t, url }: LinkSurroundings): MailContent {
  return letter({
    locale,
    subject: t("emailChange.subject"),
    heading: t("emailChange.heading"),
    paragraphs: [t("emailChange.text"), t("emailChange.validity")],
    link: { text: t("emailChange.open"), url },
    footer: t("emailChange.footer"),
  });
}

/** To the old address of an account, so that nobody takes it over unseen. */
export function emailChangeNoticeMail(
  { new_email }: MailParams["email_change_notice"],
  { locale, t, url }: LinkSurroundings,
): MailContent {
  return letter({
    locale,
    subject: t("emailChangeNotice.subject"),
    heading: t("emailChangeNotice.heading"),
    paragraphs: [t("emailChangeNotice.text", { email: new_email })],
    link: { text: t("security.open"), url },
    footer: t("emailChangeNotice.footer"),
  });
}

/** To the address that an account had until now: how to get it back. */
export function emailChangedMail(
  { new_email, undo_until }: MailParams["email_changed"],
  { locale, t, url }: LinkSurroundings,
): MailContent {
  return letter({
    locale,
    subject: t("emailChanged.subject"),
    heading: t("emailChanged.heading"),
    paragraphs: [
      t("emailChanged.text", { email: new_email }),
      t("emailChanged.undo", { until: formatMomentInBerlin(undo_until, locale) }),
    ],
    link: { text: t("emailChanged.open"), url },
    footer: t("emailChanged.footer"),
  });
}

/** To the address that an account has back. */
export function emailRestoredMail({ locale, t, url }: LinkSurroundings): MailContent {
  return letter({
    locale,
    subject: t("emailRestored.subject"),
    heading: t("emailRestored.heading"),
    paragraphs: [t("emailRestored.text"), t("emailRestored.check"), t("passwordReset.once")],
    link: { text: t("passwordReset.open"), url },
    footer: t("emailRestored.footer"),
  });
}

export function passwordChangedMail(
  { changed_at }: MailParams["password_changed"],
  { locale, t, url }: LinkSurroundings,
): MailContent {
  return letter({
    locale,
    subject: t("passwordChanged.subject"),
    heading: t("passwordChanged.heading"),
    paragraphs: [t("passwordChanged.text", { at: formatMomentInBerlin(changed_at, locale) })],
    link: { text: t("passwordChanged.open"), url },
    footer: t("passwordChanged.footer"),
  });
}

export function secondFactorChangedMail(
  { is_on, changed_at }: MailParams["second_factor_changed"],
  { locale, t, url }: LinkSurroundings,
): MailContent {
  const at = formatMomentInBerlin(changed_at, locale);
  return letter({
    locale,
    subject: is_on ? t("secondFactor.subjectOn") : t("secondFactor.subjectOff"),
    heading: is_on ? t("secondFactor.subjectOn") : t("secondFactor.subjectOff"),
    paragraphs: [is_on ? t("secondFactor.textOn", { at }) : t("secondFactor.textOff", { at })],
    link: { text: t("security.open"), url },
    footer: t("secondFactor.footer"),
  });
}
