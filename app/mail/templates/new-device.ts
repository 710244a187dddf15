import { z } from "zod";
import { countryName, formatMomentInBerlin } from "../../domain/money/formats.ts";
import { namedLetter } from "./letter.tsx";
import { mailTemplate } from "./mail-template.ts";

export const newDevice = mailTemplate({
  params: z.object({
    signed_in_at: z.iso.datetime(),
    /** Families; empty when unknown. */
    browser: z.string(),
    system: z.string(),
    country: z.string().nullable(),
  }),
  sample: { signed_in_at: "2026-11-21T09:30:00.000Z", browser: "Firefox", system: "Linux", country: "DE" },
  write({ signed_in_at, browser, system, country }, writing) {
    const { locale, t, publicUrl } = writing;
    const named = [browser, system, country === null ? "" : countryName(country, locale)].filter(Boolean);
    return namedLetter("newDevice", writing, {
      paragraphs: [
        t("newDevice.text", { at: formatMomentInBerlin(signed_in_at, locale) }),
        ...(named.length > 0 ? [named.join(", ")] : []),
      ],
      link: { text: t("newDevice.open"), url: `${publicUrl}/account/security` },
    });
  },
});
