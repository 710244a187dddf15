/** The words at the beginning of a text, as LIKE wants them: its own signs stand for themselves. */
export function likePrefix(words: string): string {
  return `${words.replace(/[\\%_]/g, "\\$&")}%`;
}
