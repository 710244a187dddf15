import { describe, expect, it } from "vitest";
import { UNKNOWN_GUARD } from "../../app/http/guard-names.ts";
import { i18nFor } from "../../locales/i18n.ts";
import type { Locale } from "../../locales/index.ts";
import { TEXTS } from "../../locales/texts.ts";

/** Prescribed texts (docs/product.md, 10.1); each language says them to the letter. */
const PRESCRIBED = [
  {
    where: "unknown failure",
    en: "An unkown error occured. Please try again later.",
    de: "Ein unbekannter Fehler ist aufgetreten. Bitte versuche es später noch einmal.",
    stands: (locale: Locale) => TEXTS[locale].common.error.s500.message,
  },
  {
    where: "file format",
    en: "File format not recognized",
    de: "Dateiformat nicht erkannt",
    stands: (locale: Locale) => TEXTS[locale].errors.image.file_format.replace(/\. .*$/, ""),
  },
  {
    where: "file size",
    en: "The file is too big. Maximum file size 10 MB",
    de: "Die Datei ist zu groß. Maximale Dateigröße 10 MB",
    stands: (locale: Locale) => TEXTS[locale].errors.image.file_size,
  },
  {
    where: "missing page",
    en: "This page could not be found",
    de: "Diese Seite wurde nicht gefunden",
    stands: (locale: Locale) => TEXTS[locale].common.error.s404.subtitle,
  },
  {
    where: "login failed",
    en: "Login failed!",
    de: "Anmeldung fehlgeschlagen!",
    stands: (locale: Locale) => TEXTS[locale].errors.login.failed,
  },
  {
    where: "login blocked",
    en: "Too many login attempts - you've been blocked!",
    de: "Zu viele Anmeldeversuche - du wurdest gesperrt!",
    stands: (locale: Locale) => TEXTS[locale].errors.login.blocked,
  },
  {
    where: "registration blocked",
    en: "Too many registration requests - you've been blocked!",
    de: "Zu viele Registrierungen - du wurdest gesperrt!",
    stands: (locale: Locale) => TEXTS[locale].errors.registration.blocked,
  },
  {
    where: "email verification failed",
    en: "Failed to verify email address!",
    de: "Die E-Mail-Adresse konnte nicht bestätigt werden!",
    stands: (locale: Locale) => TEXTS[locale].errors.email.verification_failed,
  },
  {
    where: "email verification failed, on its page",
    en: "Failed to verify email address!",
    de: "Die E-Mail-Adresse konnte nicht bestätigt werden!",
    stands: (locale: Locale) => TEXTS[locale].auth.confirm.failed,
  },
  {
    where: "email verification failed, after a change",
    en: "Failed to verify email address!",
    de: "Die E-Mail-Adresse konnte nicht bestätigt werden!",
    stands: (locale: Locale) => TEXTS[locale].auth.confirmEmail.failed,
  },
  {
    where: "resend failed",
    en: "Failed to resend verification email",
    de: "Die Bestätigungsmail konnte nicht noch einmal gesendet werden",
    stands: (locale: Locale) => TEXTS[locale].errors.email.resend_failed,
  },
  {
    where: "resend failed, on its page",
    en: "Failed to resend verification email",
    de: "Die Bestätigungsmail konnte nicht noch einmal gesendet werden",
    stands: (locale: Locale) => TEXTS[locale].auth.verifyEmail.failed,
  },
  {
    where: "forgot password blocked",
    en: "Too many attempts - please try again later!",
    de: "Zu viele Versuche - bitte probiere es später noch einmal!",
    stands: (locale: Locale) => TEXTS[locale].errors.forgot.blocked,
  },
  {
    where: "reset failed",
    en: "Failed to reset password!",
    de: "Das Passwort konnte nicht zurückgesetzt werden!",
    stands: (locale: Locale) => TEXTS[locale].errors.reset.failed,
  },
  {
    where: "reset failed, on its page",
    en: "Failed to reset password!",
    de: "Das Passwort konnte nicht zurückgesetzt werden!",
    stands: (locale: Locale) => TEXTS[locale].auth.reset.failed,
  },
  {
    where: "email taken",
    en: "This email has already been registered!",
    de: "Diese E-Mail-Adresse ist bereits registriert!",
    stands: (locale: Locale) => TEXTS[locale].errors.email.taken,
  },
  {
    where: "document missing",
    en: "Please upload a document!",
    de: "Bitte lade ein Dokument hoch!",
    stands: (locale: Locale) => TEXTS[locale].errors.document.required,
  },
  {
    where: "username invalid",
    en: "Invalid username - please choose another one",
    de: "Ungültiger Benutzername - bitte wähle einen anderen",
    stands: (locale: Locale) => TEXTS[locale].errors.username.invalid,
  },
  {
    where: "payout type failed",
    en: "Failed to change payout type",
    de: "Die Auszahlungsart konnte nicht geändert werden",
    stands: (locale: Locale) => TEXTS[locale].errors.payout_type.failed,
  },
  {
    where: "unknown guard",
    en: "Unknown middleware",
    de: "Unknown middleware",
    stands: () => UNKNOWN_GUARD,
  },
  {
    // A space stands before it, put there where the title is written.
    where: "title suffix",
    en: "(new tips)",
    de: "(neue Trinkgelder)",
    stands: (locale: Locale) => TEXTS[locale].common.newTipsSuffix,
  },
] as const;

describe("a prescribed text", () => {
  it.each(PRESCRIBED)("a prescribed text stands verbatim in both languages: $where", ({ en, de, stands }) => {
    // A number in it comes from the rules.
    const said = (locale: Locale, text: string) =>
      i18nFor(locale).services.interpolator.interpolate(text, {}, locale, {});
    expect(said("en", stands("en"))).toBe(en);
    expect(said("de", stands("de"))).toBe(de);
  });
});
