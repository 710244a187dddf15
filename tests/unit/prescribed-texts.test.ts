import { describe, expect, it } from "vitest";
import { resources } from "../../locales/index.ts";

/** Texts that the specification prescribes, in its own spelling; each language says them to the letter. */
const PRESCRIBED = [
  {
    where: "unknown failure",
    en: "An unkown error occured. Please try again later.",
    de: "Ein unbekannter Fehler ist aufgetreten. Bitte versuche es später noch einmal.",
    stands: (locale: "en" | "de") => resources[locale].common.error.s500.message,
  },
  {
    where: "file format",
    en: "File format not recognized",
    de: "Dateiformat nicht erkannt",
    stands: (locale: "en" | "de") => resources[locale].errors.image.file_format,
  },
  {
    where: "file size",
    en: "The file is too big. Maximum file size 10 MB",
    de: "Die Datei ist zu groß. Maximale Dateigröße 10 MB",
    stands: (locale: "en" | "de") => resources[locale].errors.image.file_size,
  },
  {
    where: "missing page",
    en: "This page could not be found",
    de: "Diese Seite wurde nicht gefunden",
    stands: (locale: "en" | "de") => resources[locale].common.error.s404.subtitle,
  },
] as const;

describe("what the specification prescribes", () => {
  it.each(PRESCRIBED)("stands verbatim in both languages: $where", ({ en, de, stands }) => {
    expect(stands("en")).toBe(en);
    expect(stands("de")).toBe(de);
  });
});
