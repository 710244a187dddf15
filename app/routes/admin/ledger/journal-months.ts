/** A month such as "2026-10", as an address says it; null for anything else. */
export function askedMonth(text: string | null | undefined): string | null {
  return text && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}

/** A number in the journal as it is written: unique with its month, and as long as all others so that it sorts. */
export function documentNumber(month: string, number: number): string {
  return `${month}-${String(number).padStart(7, "0")}`;
}
