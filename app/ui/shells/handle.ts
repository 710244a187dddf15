interface PageHandle {
  frame?: unknown;
  isApp?: unknown;
}

export function handleOf(handle: unknown): PageHandle {
  return typeof handle === "object" && handle !== null ? handle : {};
}
