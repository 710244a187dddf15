interface PageHandle {
  /** The frame around the page: with the drawer, or none. */
  frame?: unknown;
  /** React takes the page over in the browser. */
  isApp?: unknown;
}

/** What a route's `handle` says of how its page is shown. */
export function handleOf(handle: unknown): PageHandle {
  return typeof handle === "object" && handle !== null ? handle : {};
}
