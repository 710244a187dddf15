export function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(
    "main textarea, main input",
  );
  return [...fields].some((field) => field.type !== "hidden" && field.value !== field.defaultValue);
}

/** Sent when a script is missing and the page stays. */
export const NOT_RELOADED = "tribute:not-reloaded";

/**
 * React Router reloads where a route's module is missing; only the Navigation API can refuse. Unsent words
 * are never lost (docs/product.md, 9.7).
 */
export function limitRouterReloads(mayReload: () => boolean): void {
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
    if (!hasTypedText() && mayReload()) return;
    event.preventDefault();
    dispatchEvent(new Event(NOT_RELOADED));
  });
}
