/** In groups of four. */
export function formatReceiptNumber(number: string): string {
  return number.match(/.{1,4}/g)?.join("-") ?? "";
}

/** With or without groups; null if invalid. */
export function readReceiptNumber(typed: string): string | null {
  const number = typed.toUpperCase().replace(/[\s-]/g, "");
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(number) ? number : null;
}

/** Unique with its month; fixed length, so that it sorts. */
export function documentNumber(month: string, number: number): string {
  return `${month}-${String(number).padStart(7, "0")}`;
}
