const STAYS_WITH_NEXT = /([…•-])(?=[^\s\u00a0\u2060])/g;

/**
 * A short thing that is read at once, such as the masked `i…@fans.example` or `DE•• •••• 3000`, for the middle of a
 * sentence: no line ends in it.
 */
export function unbroken(text: string): string {
  return text.replaceAll(" ", "\u00a0").replace(STAYS_WITH_NEXT, "$1\u2060");
}
