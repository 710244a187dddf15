/** Whether a creator sells as a person or as a company: the report of DAC7 tells them apart. */
export const SELLER_KINDS = ["PERSON", "COMPANY"] as const;
export type SellerKind = (typeof SELLER_KINDS)[number];

/**
 * A tax number without the signs between its parts, or null for none that this country issues: a German person's by its
 * check digit, a German company's and an Austrian one by their form, any other by its general form.
 */
export function readTaxNumber(
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

/** The number of its tax office, its VAT id, or its economy number: none has a published check. */
const GERMAN_COMPANY_NUMBER = /^(\d{10,13}|DE\d{9}(\d{5})?)$/;

/** Eleven digits of which the last one checks the others (ISO/IEC 7064, MOD 11,10); the first is none of a test. */
function isGermanIdNumber(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const product = digits
    .slice(0, 10)
    .reduce((carried, digit) => (((carried + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === digits[10];
}

/** "DE ••••719": enough to know it by. A short one shows nothing. */
export function maskTaxNumber({ number, country }: { number: string; country: string }): string {
  return `${country} ••••${number.length < 8 ? "" : number.slice(-3)}`;
}

/** The country of a masked number, by its two letters. */
export const countryOfMasked = (masked: string): string => masked.slice(0, 2);
