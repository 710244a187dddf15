/** Escapes LIKE's own characters. */
export function likePrefix(words: string): string {
  return `${words.replace(/[\\%_]/g, "\\$&")}%`;
}
