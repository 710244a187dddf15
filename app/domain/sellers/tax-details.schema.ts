import { z } from "zod";
import { line } from "../typed-text.schema.ts";

const SELLER_KINDS = ["PERSON", "COMPANY"] as const;
type SellerKind = (typeof SELLER_KINDS)[number];

/** German persons by check digit, German companies and Austrians by form, others generally. */
function readTaxNumber(
  typed: string,
  { country, kind }: { country: string; kind: SellerKind },
): string | null {
  const text = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}./]/gu, "");
  if (!/^(?=.*\d)[A-Z0-9]{2,20}$/.test(text)) return null;
  if (country === "DE" && kind === "PERSON") return isGermanIdNumber(text) ? text : null;
  if (country === "DE") return GERMAN_COMPANY_NUMBER.test(text) ? text : null;
  if (country === "AT") return /^\d{9}$/.test(text) ? text : null;
  return text;
}

const GERMAN_COMPANY_NUMBER = /^(\d{10,13}|DE\d{9}(\d{5})?)$/;

/** ISO/IEC 7064, MOD 11,10; a leading 0 is a test number. */
function isGermanIdNumber(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const product = digits
    .slice(0, 10)
    .reduce((carried, digit) => (((carried + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === digits[10];
}

export function maskTaxNumber({ number, country }: { number: string; country: string }): string {
  return `${country} ••••${number.length < 8 ? "" : number.slice(-3)}`;
}

export const countryOfMasked = (masked: string): string => masked.slice(0, 2);

const place = z.object({ city: z.string(), country: z.string() });

export const taxDetailsSchema = z.object({
  kind: z.enum(SELLER_KINDS),
  tin: z.object({ number: z.string(), country: z.string() }).nullable(),
  birth_place: place.nullable(),
  register_number: z.string().nullable(),
});
export type TaxDetails = z.infer<typeof taxDetailsSchema>;

const text = (maximum: number) => line(maximum, "errors.line.long").transform((typed) => typed ?? null);

const countryId = z
  .string("errors.country.required")
  .regex(/^\d{0,4}$/, "errors.country.required")
  .optional()
  .transform((id) => (id ? Number(id) : null));

/** Persons without a number give a place of birth. */
export function taxDetailsForm(countryOf: (id: number) => string | null) {
  return z
    .object({
      kind: z.enum(SELLER_KINDS, "errors.tax.kind"),
      tin_country_id: countryId,
      tin: text(40),
      has_no_tin: z
        .string()
        .optional()
        .transform((ticked) => ticked === "on"),
      birth_city: text(80),
      birth_country_id: countryId,
      register_number: text(60),
    })
    .transform((form, context): TaxDetails => {
      const problem = (field: keyof typeof form, message: string) => {
        context.addIssue({ code: "custom", path: [field], message });
        return null;
      };
      const countryIn = (field: "tin_country_id" | "birth_country_id") => {
        const country = form[field] === null ? null : countryOf(form[field]);
        return country ?? problem(field, "errors.country.required");
      };
      const { kind, has_no_tin } = form;
      const readTin = () => {
        if (form.tin === null) return problem("tin", "errors.tax.tin_required");
        const country = countryIn("tin_country_id");
        if (country === null) return null;
        const number = readTaxNumber(form.tin, { country, kind });
        return number === null ? problem("tin", "errors.tax.tin") : { number, country };
      };
      const readBirth = () => {
        const city = form.birth_city ?? problem("birth_city", "errors.tax.birth_city");
        const country = countryIn("birth_country_id");
        return city === null || country === null ? null : { city, country };
      };
      if (has_no_tin && form.tin !== null) problem("tin", "errors.tax.tin_or_none");
      return {
        kind,
        tin: has_no_tin ? null : readTin(),
        birth_place: has_no_tin && kind === "PERSON" ? readBirth() : null,
        register_number: kind === "COMPANY" ? form.register_number : null,
      };
    });
}
