/** Of a code that somebody typed, in whatever way, its 16 characters; null for what is no code. */
export function readTypedCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** As it is printed and read out: "7K2M-QX4D-9VTB-3HNA". */
export function groupCode(code: string): string {
  return code.match(/.{4}/g)?.join("-") ?? code;
}

/** The last group, by which support finds a voucher; it opens nothing. */
export function endOfCode(code: string): string {
  return code.slice(-4);
}
