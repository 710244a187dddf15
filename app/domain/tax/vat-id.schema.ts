import { checkVAT, countries } from "jsvat";
import { z } from "zod";

/** EL is Greece; accepts Swiss suffixes; XI is Northern Ireland, for goods. */
export function readVatId(typed: string): string | null {
  const text = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}./]/gu, "")
    .replace(/^GR(?=\d{9}$)/, "EL");
  const judged = text.replace(/^XI(?=\d)/, "GB");
  return checkVAT(judged, countries).isValid ? text : null;
}

export const vatId = z
  .string()
  .nullable()
  .transform((text, context) => {
    if (!text?.trim()) return null;
    const id = readVatId(text);
    if (id !== null) return id;
    context.addIssue({ code: "custom", message: "errors.vat_id.invalid" });
    return z.NEVER;
  });

export const VIES_STATES: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" "),
);

/** Null outside VIES, such as GB or CHE. */
export function splitForVies(vatId: string): { countryCode: string; vatNumber: string } | null {
  const countryCode = vatId.slice(0, 2);
  return VIES_STATES.has(countryCode) ? { countryCode, vatNumber: vatId.slice(2) } : null;
}

export const viesSettings = {
  VIES: z.enum(["on", "off"]).default("off").meta({
    description:
      "`on` checks creators' VAT ids in VIES, by an EU `OPERATOR_VAT_ID`. A demo also needs `VIES_URL`. See [VAT ids](operations.md#vat-ids).",
  }),
  VIES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ fallback: "the Commission's own", description: "For tests." }),
};

const EU_ADDRESS = "https://ec.europa.eu/taxation_customs/vies/rest-api";

export interface ViesSettings {
  url: string;
  requester: string | null;
}

/** Null where off, as in a demo without VIES_URL. */
export function viesSettingsOf(
  given: { VIES: "on" | "off"; VIES_URL?: string | undefined; OPERATOR_VAT_ID: string },
  mode: "demo" | "live",
): ViesSettings | null {
  const url = given.VIES_URL ?? (mode === "live" ? EU_ADDRESS : null);
  if (given.VIES === "off" || url === null) return null;
  const own = readVatId(given.OPERATOR_VAT_ID);
  return { url, requester: own !== null && splitForVies(own) !== null ? own : null };
}
