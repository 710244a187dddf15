import { checkVAT, countries } from "jsvat";
import { z } from "zod";

/** VAT ids as they are typed; whether one leads to reverse charge is said by `isReverseCharge`. */

/**
 * A VAT id as its state writes it, or null for none that is known by its check digits: Greece's begins with EL,
 * Switzerland's may end with MWST, TVA or IVA, Northern Ireland's XI is a British number for trade in goods.
 */
export function readVatId(typed: string): string | null {
  const text = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}./]/gu, "")
    .replace(/^GR(?=\d{9}$)/, "EL");
  const judged = text.replace(/^XI(?=\d)/, "GB");
  return checkVAT(judged, countries).isValid ? text : null;
}

/** Nothing typed is none, and so is null in JSON. */
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
