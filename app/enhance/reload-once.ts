const KEY = "reloaded_at";
const PAUSE_MS = 60_000;

/** After a deployment chunks may be gone: reloads once in 60 seconds (docs/product.md, 9.7). */
export function reloadOnFailedChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    // Offline the page keeps what was typed.
    if (!navigator.onLine) return;
    event.preventDefault();
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < PAUSE_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    location.reload();
  });
}
