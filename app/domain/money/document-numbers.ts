/** A receipt's number as people read it: groups of four. */
export function shownReceiptNumber(number: string): string {
  return number.match(/.{1,4}/g)?.join("-") ?? "";
}

/** The number that somebody typed, with or without its groups; null when it is none. */
export function readReceiptNumber(typed: string): string | null {
  const number = typed.toUpperCase().replace(/[\s-]/g, "");
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(number) ? number : null;
}

/** A number in the journal as it is written: unique with its month, and as long as all others so that it sorts. */
export function documentNumber(month: string, number: number): string {
  return `${month}-${String(number).padStart(7, "0")}`;
}
