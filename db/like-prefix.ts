export function likePrefix(words: string): string {
  return `${words.replace(/[\\%_]/g, "\\$&")}%`;
}
