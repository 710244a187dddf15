/** What a replica may not have yet: the news of changes, by the tags of the pages that show them. */
export interface PageNews {
  /** Something that is shown under this tag has changed; null where nobody knows what. */
  heard(tag: string | null): void;
  /** Whether there was news after that moment of a page with these tags; of a page whose tags are unknown, any news. */
  isAfter(moment: number, tags: readonly string[] | undefined): boolean;
}

/** As many as are told apart; when there are more, all pages have news. */
const TAGS_MAXIMUM = 10_000;

/** `now` is the clock by which the replica's freshness counts. */
export function createPageNews(now: () => number = () => performance.now()): PageNews {
  const heardAt = new Map<string, number>();
  let ofAll = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  return {
    heard(tag) {
      last = now();
      if (tag !== null && heardAt.size < TAGS_MAXIMUM) heardAt.set(tag, last);
      else {
        heardAt.clear();
        ofAll = last;
      }
    },
    isAfter(moment, tags) {
      if (last <= moment) return false;
      if (tags === undefined || ofAll > moment) return true;
      return tags.some((tag) => (heardAt.get(tag) ?? Number.NEGATIVE_INFINITY) > moment);
    },
  };
}
