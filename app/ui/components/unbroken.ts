const STAYS_WITH_NEXT = /([…•-])(?=[^\s\u00a0\u2060])/g;

/** For short texts such as `i…@fans.example`. */
export function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0").replace(STAYS_WITH_NEXT, "$1\u2060");
}
