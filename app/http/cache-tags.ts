/** The header by which a route says that its page is everybody's, and what drops it; it never leaves the process. */
export const CACHE_TAGS = "tribute-cache-tags";

/** For a route's loader: the page may be kept for everybody, and goes with any of these. */
export function cacheTags(...tags: readonly string[]): Record<string, string> {
  return { [CACHE_TAGS]: tags.join(" ") };
}

/** What drops the pages that show a creator. */
export function profileTag(creatorId: string): string {
  return `profile:${creatorId}`;
}

/** What drops the pages that show several creators. */
export const CREATORS_TAG = "creators";
