/** How an id is named where people read: its first eight characters, which the search finds as well. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
