/** A receipt's number as people read it: groups of four. */
export function shownReceiptNumber(number: string): string {
  return number.match(/.{1,4}/g)?.join("-") ?? "";
}

/** The number that somebody typed, with or without its groups; null when it is none. */
export function readReceiptNumber(typed: string): string | null {
  const number = typed.toUpperCase().replace(/[\s-]/g, "");
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(number) ? number : null;
}
