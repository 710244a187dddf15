import { checkVAT, countries } from "jsvat";
import { z } from "zod";

/** As its state writes it. EL is Greece; Swiss suffixes are accepted; XI is Northern Ireland, for goods. */
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
