/** Such as "2026-10"; null for anything else. */
export function askedMonth(text: string | null | undefined): string | null {
  return text && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}
