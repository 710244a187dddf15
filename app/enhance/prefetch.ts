/** Fetches the page behind a link when the pointer comes near it; never on a slow line or for who saves data. */
export function prefetchLinks(): void {
  // Not every browser tells its connection's speed, and TypeScript's own types leave it out.
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  if (connection?.saveData || /2g$/.test(connection?.effectiveType ?? "")) return;
  const fetched = new Set<string>();
  const near = (event: Event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-prefetch]") : null;
    if (!link || fetched.has(link.href)) return;
    fetched.add(link.href);
    const hint = document.createElement("link");
    hint.rel = "prefetch";
    hint.href = link.href;
    document.head.append(hint);
  };
  document.addEventListener("pointerover", near, { passive: true });
  document.addEventListener("touchstart", near, { passive: true });
}
