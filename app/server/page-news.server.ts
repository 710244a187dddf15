/** Recent changes, by page tag, that a replica may lack. */
export interface PageNews {
  /** Null when the tag is unknown. */
  heard(tag: string | null): void;
  /** Any change counts when the page's tags are unknown. */
  isAfter(moment: number, tags: readonly string[] | undefined): boolean;
}

/** Beyond this limit, every page counts as changed. */
const TAGS_MAXIMUM = 10_000;

/** `now`: the clock of the replica's freshness. */
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
