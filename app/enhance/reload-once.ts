const KEY = "reloaded_at";
const PAUSE_MS = 60_000;

/**
 * A part of the script that cannot be loaded (a new version was deployed meanwhile): the page is loaded anew, at most
 * once in 60 seconds (docs/product.md, 9.7).
 */
export function reloadOnFailedChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    // On a line that is down the page stays as it is, with what was typed.
    if (!navigator.onLine) return;
    event.preventDefault();
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < PAUSE_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
