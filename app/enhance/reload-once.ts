import { hasTypedText } from "../ui/typed-text.ts";

const KEY = "reloaded_at";
const PAUSE_MS = 60_000;

/** Sent to the window when a script is missing and the page stays. */
export const NOT_RELOADED = "tribute:not-reloaded";

let isReloading = false;

/** At most once in 60 seconds, and never over words that are not sent (docs/product.md, 9.7). */
function mayReload(): boolean {
  if (isReloading) return true;
  const last = Number(sessionStorage.getItem(KEY));
  if (Date.now() - last < PAUSE_MS || hasTypedText()) return false;
  sessionStorage.setItem(KEY, String(Date.now()));
  isReloading = true;
  return true;
}

/** After a deployment chunks may be gone. */
export function reloadOnFailedChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    // Offline the page keeps what was typed.
    if (!navigator.onLine) return;
    event.preventDefault();
    if (mayReload()) location.reload();
  });
}

/** React Router reloads the page itself where a route's module is missing; only the Navigation API can refuse it. */
export function limitRouterReloads(): void {
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable || mayReload()) return;
    event.preventDefault();
    dispatchEvent(new Event(NOT_RELOADED));
  });
}
