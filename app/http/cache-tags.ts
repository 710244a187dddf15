/** The tags that drop a shared page. Removed before the answer is sent. */
export const CACHE_TAGS = "tribute-cache-tags";

export function cacheTags(...tags: readonly string[]): Record<string, string> {
  return { [CACHE_TAGS]: tags.join(" ") };
}

export function profileTag(creatorId: string): string {
  return `profile:${creatorId}`;
}

export const CREATORS_TAG = "creators";
