interface PageHandle {
  /** With the drawer, or bare. */
  frame?: unknown;
  /** Hydrated. */
  isApp?: unknown;
}

export function handleOf(handle: unknown): PageHandle {
  return typeof handle === "object" && handle !== null ? handle : {};
}
